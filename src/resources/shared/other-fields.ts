import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../../client/http/errors";
import { takeExtraFields } from "../../declaration/extra-fields";
import type { DeclaredFields } from "../../declaration/field";
import { splitFieldPath } from "../../declaration/other-fields";
import { type CompoundShape, type Shape, type VariantsShape, variantOf } from "../../declaration/shape";
import {
  type AttributePath,
  type CreateRequest,
  type Diagnostic,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  pathText,
  type Resource,
  type Schema,
  UNKNOWN,
  type Value,
  type WriteResult,
  warning,
} from "../../plugin";
import { attributesNamed } from "./attribute-places";
import { type ResourceHooks, withMemory } from "./hooks";
import type { Session } from "./session";
import { isDeclaredFields, objectFromTerraform } from "./terraform-form";

/** Attribute for fields that were set elsewhere and cannot be declared: path below its object to JSON. */
const ATTRIBUTE = "other_fields";

/** Key of private state for the other fields that the last write of this provider saw. */
const SEEN = "otherFields";

/**
 * Warns while an object has other fields that were set after its last write by this provider. They cannot be declared,
 * so nothing else in a plan shows them.
 */
export function otherFieldsHooks({ schema }: Resource<Session>): ResourceHooks {
  const foundIn = (state: ObjectValue) => otherFieldsIn(state, schema);
  const noteSeen = (result: WriteResult, request: CreateRequest) =>
    withMemory(result, request, SEEN, digestOf(foundIn(result.state)));
  return {
    checkPlan({ state, private: memory }) {
      const found = state ? foundIn(state) : [];
      return found.length === 0 || digestOf(found) === memory[SEEN] ? [] : [setElsewhere(found)];
    },

    afterCreate: noteSeen,
    afterUpdate: noteSeen,

    afterRead(result, request) {
      const { [SEEN]: seen } = request.private;
      return result.private && seen !== undefined ? withMemory(result, request, SEEN, seen) : result;
    },
  };
}

/** One other field of an object in state, with the attribute that contains it. */
interface Found {
  readonly path: AttributePath;
  /** Path below the object, joined by dots. */
  readonly field: string;
  readonly json: Value;
}

const valuesIn = attributesNamed(ATTRIBUTE);

function otherFieldsIn(object: ObjectValue, { attributes }: Schema): readonly Found[] {
  return valuesIn(object, attributes).flatMap(({ path, value }) =>
    isObjectValue(value) ? Object.entries(value).map(([field, json]) => ({ path, field, json })) : [],
  );
}

function digestOf(found: readonly Found[]): string | undefined {
  if (found.length === 0) {
    return undefined;
  }
  const lines = found.map((each) => JSON.stringify(each)).sort();
  return createHash("sha256").update(lines.join("\n")).digest("base64");
}

function setElsewhere(found: readonly Found[]): Diagnostic {
  const named = found.map(({ path, field }) => `${pathText(path)}["${field}"]`);
  return warning(
    "Fields were set elsewhere that cannot be declared",
    `This version of the provider cannot declare ${named.join(", ")}. An update leaves them as they are.`,
    found[0]?.path.slice(0, 1),
  );
}

/**
 * Returns the planned other fields of an object: other fields of the prior state whose place still exists and that are
 * not declared as extra fields. A list element that moved and an object that changed its kind lose their other fields.
 */
function otherFieldsOf(shape: Shape, plan: ObjectValue, state: ObjectValue | undefined): Value {
  const before = state?.[ATTRIBUTE];
  if (!state || !isObjectValue(before)) {
    return null;
  }
  const [was, is] = [state, plan].map((value) => objectFromTerraform(shape as CompoundShape, value));
  const kept = Object.entries(before).filter(([path]) => isSamePlace(shape, splitFieldPath(path), was, is));
  const other = Object.fromEntries(kept) as Record<string, string>;
  const rest = takeExtraFields(shape, is, { known: is, other });
  if (rest.isUnknown) {
    return UNKNOWN;
  }
  return Object.keys(rest.other).length === 0 ? null : isDeepStrictEqual(rest.other, before) ? before : rest.other;
}

export function keepOtherFields(shape: CompoundShape, plan: ObjectValue, state: ObjectValue | null): ObjectValue {
  return state && ATTRIBUTE in plan ? { ...plan, [ATTRIBUTE]: otherFieldsOf(shape, plan, state) } : plan;
}

function isSamePlace(shape: Shape, path: readonly string[], was: unknown, is: unknown): boolean {
  const [step, ...rest] = path;
  if (isUnknownValue(is) || !isDeclaredFields(was) || !isDeclaredFields(is) || step === undefined) {
    return false;
  }
  if (shape.kind === "variants") {
    return isSamePlaceOfKind(shape, path, was, is);
  }
  if (rest.length === 0) {
    return true;
  }
  if (shape.kind === "list" && Array.isArray(was) && Array.isArray(is)) {
    const [before, now] = [was[Number(step)], is[Number(step)]];
    const stayed = was.length === is.length || isDeepStrictEqual(before, now);
    return stayed && isSamePlace(shape.item, rest, before, now);
  }
  if (shape.kind === "object" && !Object.hasOwn(shape.fields, step)) {
    // The step is below an extra field. Elements of a list may have moved, so a position does not identify a place.
    return rest.every((each) => !/^\d+$/.test(each));
  }
  const inner = shape.kind === "map" ? shape.item : shape.kind === "object" ? shape.fields[step]?.shape : undefined;
  return inner !== undefined && isSamePlace(inner, rest, was[step], is[step]);
}

function isSamePlaceOfKind(
  shape: VariantsShape,
  path: readonly string[],
  was: DeclaredFields,
  is: DeclaredFields,
): boolean {
  const kind = variantOf(shape, is);
  if (kind !== variantOf(shape, was)) {
    return false;
  }
  // The places of an undeclared kind are unknown, so only the discriminators are compared.
  return kind ? isSamePlace(kind, path, was, is) : shape.discriminators.every((name) => was[name] === is[name]);
}

/** Result of a write: the record that the server returned, and warnings. */
export interface Sent<Stored> {
  readonly record: Stored;
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Sends a body with its other fields. Where the server refuses them, the body is sent again without them, with a
 * warning.
 * @param whole the whole body
 * @param bare the same body without other fields
 */
export async function sendWithOtherFields<Body, Stored>(
  whole: Body,
  bare: Body,
  send: (body: Body) => Promise<Stored>,
): Promise<Sent<Stored>> {
  if (isDeepStrictEqual(whole, bare)) {
    return { record: await send(bare) };
  }
  try {
    return { record: await send(whole) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "invalid_request") {
      throw error;
    }
    const record = await send(bare);
    const detail = `Fields that this version of the provider cannot declare were left out of the update, because the server refused them. They may have been lost. The server's response: ${error.text}`;
    return { record, diagnostics: [warning("The server refused fields that it returned itself", detail, [ATTRIBUTE])] };
  }
}
