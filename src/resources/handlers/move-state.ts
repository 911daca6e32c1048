import {
  DiagnosticError,
  type ImportedResource,
  type MoveRequest,
  type ObjectValue,
  type PrivateState,
  type Resource,
  schemaType,
  valueFromJson,
} from "../../plugin";
import { visible } from "../../visible";
import { nounOf, type ResourceType } from "../resource-type";
import type { Session } from "./session";

/**
 * The vendor's provider, whichever registry it came from. OpenTofu before 1.12.4 tells the last part alone
 * (docs/internals/terraform-protocol.md 7).
 */
const VENDOR = /^(([^/]+\/)?clickhouse\/)?clickhouse$/i;

/** This provider, whichever registry it came from. */
const THIS = /^[^/]+\/cdk-clickstack\/clickstack$/i;

/**
 * Where private state remembers, until the first read, which resource a state comes from, and of which team its object
 * is.
 */
const MOVED_FROM = "movedFrom";

interface MovedFrom {
  readonly type: string;
  readonly team?: string;
}

/**
 * The type of the vendor's resources for the same objects: `clickhouse_clickstack_dashboard`, but `clickhouse_api_key`
 * and `clickhouse_role`.
 */
export function vendorTypeOf({ type, api }: Pick<ResourceType, "type" | "api">): string {
  const name = type.replace(/^clickstack_(organization_|team_)?/, "");
  return api?.scope === "organization" ? `clickhouse_${name}` : `clickhouse_clickstack_${name}`;
}

/**
 * The resource with moves from the vendor's resource of the same object (`moved` blocks). The id is what counts: the
 * read that follows fills in the rest, as after an import. Versions of write-only values stay behind: a configuration
 * without them would clear the values.
 */
export function movingFromVendor(type: ResourceType, resource: Resource<Session>): Resource<Session> {
  return {
    ...resource,

    async moveState(request) {
      const { sourceProvider, sourceType, sourceState } = request;
      if (THIS.test(sourceProvider) && sourceType === type.type) {
        return fromAnotherRegistry(resource, request);
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

    async read(request, context) {
      const { [MOVED_FROM]: from, ...memory } = request.private;
      if (from === undefined) {
        return resource.read(request, context);
      }
      const read = await resource.read({ ...request, private: memory }, context);
      if (!read) {
        throw gone(type, String(request.state.id), request.private);
      }
      return { ...read, private: read.private ?? memory };
    },
  };
}

/**
 * Engines ask for a move too where a state comes from another registry, such as that of OpenTofu: it stays as it is.
 */
async function fromAnotherRegistry(
  { schema, upgradeState = {} }: Resource<Session>,
  { sourceState, sourceSchemaVersion, sourcePrivate }: MoveRequest,
): Promise<ImportedResource> {
  const upgraded = (await upgradeState[sourceSchemaVersion]?.(sourceState)) ?? sourceState;
  return { state: valueFromJson(schemaType(schema), upgraded) as ObjectValue, private: sourcePrivate };
}

function idOf(type: ResourceType, { sourceState, sourceType }: MoveRequest): string {
  const { id } = sourceState;
  if (typeof id === "string" && type.api?.idForm.fits(id)) {
    return id;
  }
  throw new DiagnosticError({
    severity: "error",
    summary: `The state of the ${sourceType} has no usable id`,
    detail: `Ids of ${type.api?.plural} are ${type.api?.idForm.words ?? "another"}; the state has ${shownId(id)}.\nFix: remove it from the state with terraform state rm, and import the object instead.`,
  });
}

/** An id of a state as a message shows it. A state can be edited by hand, so that the id can be anything. */
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

/**
 * An object that is not found would be planned as a new one, and the one of the vendor's state would be managed by
 * nobody.
 */
function gone(type: ResourceType, id: string, memory: PrivateState): DiagnosticError {
  const noun = nounOf(type);
  const from = memory[MOVED_FROM] as unknown as MovedFrom;
  const ofTeam =
    from.team === undefined ? "" : ` It is of the team ${from.team}, which the provider's argument team selects.`;
  return new DiagnosticError({
    severity: "error",
    summary: `The ${noun} that is moved here is not there`,
    detail:
      `The server that this provider is configured for has no ${noun} ${id}, which the state of the ${from.type} names.${ofTeam}\n` +
      `Fix: configure the provider for the deployment that has it. If it was deleted elsewhere, take the ${from.type} out of the state with terraform state rm, and remove the moved block.`,
  });
}
