import { isDeepStrictEqual } from "node:util";
import { isPlainObject, isPresent } from "../../declaration/field";
import { joinFieldPath } from "../../declaration/other-fields";
import { usableJson } from "../../declaration/value-types";
import { ownValue } from "../../own-values";
import {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  isObjectValue,
  type ObjectValue,
  pathText,
  type Resource,
  type Schema,
  type Value,
} from "../../plugin";
import { visible } from "../../visible";
import { attributesNamed } from "./attribute-places";
import type { ResourceHooks } from "./hooks";
import { isRefusedRequest } from "./report-failure";
import type { Session } from "./session";

const declaredIn = attributesNamed("extra_fields");
const carriedIn = attributesNamed("other_fields");

/** Maximum number of fields in one message. */
const MAX_LISTED_FIELDS = 8;

/** Returns true if the object, or an object in it, declares extra fields. */
export function holdsExtraFields(object: ObjectValue, { attributes }: Schema): boolean {
  return declaredIn(object, attributes).some(({ value }) => isPresent(value));
}

/** Reports extra fields that the server refuses, does not store, or keeps after their removal. */
export function extraFieldsHooks({ schema }: Resource<Session>): ResourceHooks {
  const notStored = ({ plan }: { readonly plan: ObjectValue }, state: ObjectValue): readonly Diagnostic[] => {
    const stored = new Map(leavesOf(state, schema).map(({ place, value }) => [place, value]));
    const objects = new Set(declaredIn(state, schema.attributes).map(({ path }) => pathText(path)));
    const lacking = leavesOf(plan, schema).filter(
      ({ place, owner, value }) => objects.has(owner) && !isDeepStrictEqual(stored.get(place) ?? null, value),
    );
    return lacking.length === 0 ? [] : [unstored(lacking, stored)];
  };
  return {
    afterCreate: (result, request) => withDiagnostics(result, notStored(request, result.state)),

    afterUpdate: (result, request) =>
      withDiagnostics(result, [
        ...notStored(request, result.state),
        ...stillStored(removedFrom(request.state, request.plan, schema), result.state, schema),
      ]),

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
  /** Such as `tiles["errors"].extra_fields.newOption`. */
  readonly place: string;
  readonly path: AttributePath;
  /** The attribute as text. */
  readonly owner: string;
  /** Steps below the attribute. */
  readonly steps: readonly string[];
  readonly value: unknown;
}

function leavesOf(object: ObjectValue, { attributes }: Schema): readonly Leaf[] {
  return declaredIn(object, attributes).flatMap(({ path, value }) => leavesIn(parsed(value), path, []));
}

function parsed(value: Value): unknown {
  return typeof value === "string" ? usableJson(value) : undefined;
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
  return {
    severity: "error",
    summary: "The server did not store extra fields",
    detail: `The server accepted the request, but its response does not have these values: ${texts.join(", ")}. The other attributes were written.\nFix: Remove these fields from extra_fields, or write the value that the server stores. This server may not support them.`,
    path: leaves[0]?.path,
  };
}

/** Returns the extra fields of the state that the plan no longer declares. */
function removedFrom(state: ObjectValue, plan: ObjectValue, schema: Schema): readonly Leaf[] {
  const kept = new Set(leavesOf(plan, schema).map(({ place }) => place));
  return leavesOf(state, schema).filter(({ place, value }) => value !== null && !kept.has(place));
}

/** Warns of removed fields that the server still returns, because it keeps fields that a request omits. */
function stillStored(removed: readonly Leaf[], state: ObjectValue, { attributes }: Schema): readonly Diagnostic[] {
  if (removed.length === 0) {
    return [];
  }
  const carried = new Map(carriedIn(state, attributes).map(({ path, value }) => [pathText(path.slice(0, -1)), value]));
  const kept = removed.filter(({ path, steps }) => {
    const other = carried.get(pathText(path.slice(0, -1))) ?? null;
    return steps.some((_, index) => isObjectValue(other) && ownValue(other, joinFieldPath(steps.slice(0, index + 1))));
  });
  const [first] = kept;
  return first
    ? [
        {
          severity: "warning",
          summary: "The server keeps removed extra fields",
          detail: `The server keeps fields that a request omits: ${kept.map(({ place }) => place).join(", ")}. They are in other_fields now.\nFix: To clear a field, set it to null in extra_fields.`,
          path: first.path,
        },
      ]
    : [];
}

/** Adds the extra fields that a refusal names. A refusal without a place can be about any of them. */
function explained(error: DiagnosticError, leaves: readonly Leaf[]): DiagnosticError {
  const diagnostics = error.diagnostics.map((each): Diagnostic => {
    const named = leaves.filter(({ steps }) => steps.some((step) => namesWord(each.detail, step)));
    const meant = named.length > 0 || each.path ? named : leaves;
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

/** Returns true if a text contains a name that is not part of a longer one. */
function namesWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + name.length)) {
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) {
      return true;
    }
  }
  return false;
}

function withDiagnostics<T extends { readonly diagnostics?: readonly Diagnostic[] }>(
  result: T,
  found: readonly Diagnostic[],
): T {
  return found.length === 0 ? result : { ...result, diagnostics: [...(result.diagnostics ?? []), ...found] };
}
