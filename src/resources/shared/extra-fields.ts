import { isDeepStrictEqual } from "node:util";
import { isPlainObject, isPresent } from "../../declaration/field";
import { usableJson } from "../../declaration/value-types";
import {
  type AttributePath,
  type CreateRequest,
  type Diagnostic,
  DiagnosticError,
  type ObjectValue,
  pathText,
  problem,
  type Resource,
  type Schema,
  type WriteResult,
} from "../../plugin";
import { visible } from "../../visible";
import { attributesNamed } from "./attribute-places";
import type { ResourceHooks } from "./hooks";
import { isRefusedRequest } from "./report-failure";
import type { Session } from "./session";

const declaredIn = attributesNamed("extra_fields");

/** Maximum number of fields in one message. */
const MAX_LISTED_FIELDS = 8;

/** Returns true if the object, or an object in it, declares extra fields. */
export function holdsExtraFields(object: ObjectValue, { attributes }: Schema): boolean {
  return declaredIn(object, attributes).some(({ value }) => isPresent(value));
}

/** Reports extra fields that the server refuses or does not store. */
export function extraFieldsHooks({ schema }: Resource<Session>): ResourceHooks {
  const check = <T extends WriteResult>(result: T, { plan }: CreateRequest): T => {
    const { state, diagnostics = [] } = result;
    const stored = new Map(leavesOf(state, schema).map(({ place, value }) => [place, value]));
    const objects = new Set(declaredIn(state, schema.attributes).map(({ path }) => pathText(path)));
    const lacking = leavesOf(plan, schema).filter(
      ({ place, owner, value }) => objects.has(owner) && !isDeepStrictEqual(stored.get(place) ?? null, value),
    );
    return lacking.length === 0 ? result : { ...result, diagnostics: [...diagnostics, unstored(lacking, stored)] };
  };
  return {
    afterCreate: check,
    afterUpdate: check,

    aroundWrite: (write) => async (request, context) => {
      try {
        return await write(request, context);
      } catch (error) {
        throw isRefusedRequest(error) ? explained(error, leavesOf(request.plan, schema)) : error;
      }
    },
  };
}

/** One value of extra fields that is not an object. */
interface Leaf {
  /** Path of the field, such as `tiles["errors"].extra_fields.newOption`. */
  readonly place: string;
  readonly path: AttributePath;
  readonly owner: string;
  readonly steps: readonly string[];
  readonly value: unknown;
}

function leavesOf(object: ObjectValue, { attributes }: Schema): readonly Leaf[] {
  return declaredIn(object, attributes).flatMap(({ path, value }) =>
    leavesIn(typeof value === "string" ? usableJson(value) : undefined, path, []),
  );
}

function leavesIn(value: unknown, path: AttributePath, steps: readonly string[]): readonly Leaf[] {
  if (isPlainObject(value) && (steps.length === 0 || Object.keys(value).length > 0)) {
    return Object.entries(value).flatMap(([name, item]) => leavesIn(item, path, [...steps, name]));
  }
  const owner = pathText(path);
  return value === undefined ? [] : [{ place: visible([owner, ...steps].join(".")), path, owner, steps, value }];
}

function unstored(leaves: readonly Leaf[], stored: ReadonlyMap<string, unknown>): Diagnostic {
  const texts = leaves.slice(0, MAX_LISTED_FIELDS).map(({ place }) => {
    const value = stored.get(place);
    return value === undefined ? place : `${place} (stored as ${visible(JSON.stringify(value)).slice(0, 80)})`;
  });
  const detail = `The server accepted the request, but its response does not have these values: ${texts.join(", ")}. The other attributes were written.\nFix: Remove these fields from extra_fields, or write the value that the server stores. This server may not support them.`;
  return problem("The server did not store extra fields", detail, leaves[0]?.path);
}

/** Adds the extra fields that a refusal names. A refusal without a place can be about any of them. */
function explained(error: DiagnosticError, leaves: readonly Leaf[]): DiagnosticError {
  const diagnostics = error.diagnostics.map((each): Diagnostic => {
    const words = each.detail.split(/\W+/);
    const named = leaves.filter(({ steps }) => words.includes(steps.at(-1) ?? ""));
    const refused = leaves.filter(({ steps }) => !each.path || steps.includes(String(each.path.at(-1))));
    const meant = named.length > 0 ? named : refused;
    const [first] = meant;
    if (!first) {
      return each;
    }
    const places = meant.slice(0, MAX_LISTED_FIELDS).map(({ place }) => place);
    const fix = `Fix: Remove ${places.join(", ")}, or use a server that supports ${places.length === 1 ? "it" : "them"}.`;
    return { ...each, detail: `${each.detail}\nThe request contains extra fields.\n${fix}`, path: first.path };
  });
  return new DiagnosticError(diagnostics, error.sharedCause, { cause: error.cause });
}
