import {
  DiagnosticError,
  type ImportedResource,
  type MoveRequest,
  type ObjectValue,
  type PrivateState,
  problem,
  type Resource,
  schemaType,
  valueFromJson,
} from "../../plugin";
import { visible } from "../../visible";
import { nounOf, type ResourceType } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import type { Session } from "./session";

/**
 * Source address of the vendor's provider in any registry. OpenTofu before 1.12.4 sends only the last part
 * (docs/internals/terraform-protocol.md 7).
 */
const VENDOR = /^(([^/]+\/)?clickhouse\/)?clickhouse$/i;

/** Source address of this provider in any registry. */
const THIS = /^[^/]+\/cdk-clickstack\/clickstack$/i;

/** Source addresses of providers of other authors with the same type names (docs/guides/migrating.md). */
const OTHERS = /^([^/]+\/)?(?!cdk-clickstack\/)[^/]+\/clickstack$/i;

/** Key of private state until the first read: the resource of the moved state, and the team of its object. */
const MOVED_FROM = "movedFrom";

interface MovedFrom {
  readonly type: string;
  readonly team?: string;
}

/**
 * Returns the vendor's resource type for the same objects: `clickhouse_clickstack_dashboard`, but `clickhouse_api_key`
 * and `clickhouse_role`.
 */
export function vendorTypeOf({ type, api }: Pick<ResourceType, "type" | "api">): string {
  const name = type.replace(/^clickstack_(organization_|team_(?=role$))?/, "");
  return api?.scope === "organization" ? `clickhouse_${name}` : `clickhouse_clickstack_${name}`;
}

/**
 * Supports moves from the vendor's resource of the same object (`moved` blocks). Only the id is moved: the read that
 * follows fills in the rest, as after an import. Versions of write-only values are not moved: a configuration without
 * them would clear the values.
 */
export function moveHooks(type: ResourceType, resource: Resource<Session>): ResourceHooks {
  return {
    async moveState(request) {
      const { sourceProvider, sourceType, sourceState } = request;
      if (THIS.test(sourceProvider) && sourceType === type.type) {
        return fromAnotherRegistry(resource, request);
      }
      if (OTHERS.test(sourceProvider)) {
        throw ofAnotherProvider(type, request);
      }
      if (!VENDOR.test(sourceProvider) || sourceType !== vendorTypeOf(type)) {
        return null;
      }
      const id = idOf(type, request);
      const { team } = sourceState;
      const from: MovedFrom = { type: sourceType, ...(typeof team === "string" && team !== "" && { team }) };
      const state = { ...type.movedState?.(sourceState), id };
      return { state, private: { [MOVED_FROM]: { ...from } } };
    },

    aroundRead: (read) => async (request, context) => {
      const { [MOVED_FROM]: from, ...memory } = request.private;
      if (from === undefined) {
        return read(request, context);
      }
      const result = await read({ ...request, private: memory }, context);
      if (!result) {
        throw gone(type, String(request.state.id), request.private);
      }
      return { ...result, private: result.private ?? memory };
    },
  };
}

/** Keeps the state. Engines also request a move from another registry, such as OpenTofu's. */
async function fromAnotherRegistry(
  { schema, upgradeState = {} }: Resource<Session>,
  { sourceState, sourceSchemaVersion, sourcePrivate }: MoveRequest,
): Promise<ImportedResource> {
  const upgraded = (await upgradeState[sourceSchemaVersion]?.(sourceState)) ?? sourceState;
  return { state: valueFromJson(schemaType(schema), upgraded) as ObjectValue, private: sourcePrivate };
}

/** Resources of these providers have other attributes, so only an import reads the object reliably. */
function ofAnotherProvider({ type }: ResourceType, { sourceProvider, sourceType }: MoveRequest): DiagnosticError {
  const detail = `The provider ${visible(sourceProvider)} wrote the state of the ${visible(sourceType)}, and its attributes differ.\nFix: Remove the resource from the state without a destroy, with a removed block or terraform state rm. Then import the object as ${type} with an import block and its id.`;
  return new DiagnosticError(problem("This state was written by another provider", detail));
}

function idOf(type: ResourceType, { sourceState, sourceType }: MoveRequest): string {
  const id = type.movedId ? type.movedId(sourceState) : sourceState.id;
  if (typeof id === "string" && type.api?.idForm.fits(id)) {
    return id;
  }
  const detail = `An id of ${type.api?.plural} must be ${type.api?.idForm.words ?? "a text"}; the state contains ${shownId(id)}.\nFix: Remove it from the state with terraform state rm, and import the object instead.`;
  throw new DiagnosticError(problem(`The state of the ${sourceType} has no usable id`, detail));
}

/** Returns an id of a state for a message. A user can edit a state, so the id can be any value. */
function shownId(id: unknown): string {
  if (id === undefined || id === null) {
    return "none";
  }
  if (typeof id === "object") {
    return Array.isArray(id) ? "a list" : "an object";
  }
  const text = visible(JSON.stringify(id));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}

const MAX_SHOWN = 80;

/** Reports a missing object, so that the plan does not create a new object in place of the moved one. */
function gone(type: ResourceType, id: string, memory: PrivateState): DiagnosticError {
  const noun = nounOf(type);
  const from = memory[MOVED_FROM] as unknown as MovedFrom;
  const teamSentence =
    from.team === undefined ? "" : ` It belongs to the team ${from.team}, which the provider's argument team selects.`;
  const detail =
    `The server that this provider is configured for has no ${noun} ${id}, which the state of the ${from.type} refers to.${teamSentence}\n` +
    `Fix: Configure the provider for the deployment that has it. If it was deleted elsewhere, remove the ${from.type} from the state with terraform state rm, and remove the moved block.`;
  return new DiagnosticError(problem(`The moved ${noun} does not exist`, detail));
}
