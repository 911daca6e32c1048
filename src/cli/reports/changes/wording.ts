import { fieldsByAttribute, fromAttributes } from "../../../declaration/attribute-form";
import { type DeclaredFields, isPresent } from "../../../declaration/field";
import { kindOf, type Shape, variantOf } from "../../../declaration/shape";
import { holdsSensitive, isSensitive, SensitiveValue } from "../../../drawing";
import { visible } from "../../../visible";
import { partOf } from "../../engine/concealer";
import type { CodeLine } from "../../project/code-lines";
import { mapTexts } from "../../terminal/json-document";
import type { Action, FieldChange, ObjectChange, Report, Shown, StackReport } from "./report-model";

/** Words for a change by command: an apply will make it, or a user made it. In a sentence, and after a number. */
const VERBS: Readonly<Record<Report["command"], Readonly<Record<Action, readonly [string, string]>>>> = {
  plan: {
    create: ["will be created", "to create"],
    update: ["will change", "to change"],
    replace: ["will be replaced", "to replace"],
    delete: ["will be deleted", "to delete"],
    import: ["will be imported", "to import"],
    move: ["will move to another address", "to move"],
    forget: ["will no longer be managed, and stays", "to forget"],
  },
  drift: {
    create: ["was created", "created"],
    update: ["was changed", "changed"],
    replace: ["was replaced", "replaced"],
    delete: ["was deleted", "deleted"],
    import: ["was imported", "imported"],
    move: ["moved to another address", "moved"],
    forget: ["is no longer managed", "forgotten"],
  },
};

const SIGNS: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "-",
  import: "→",
  move: "→",
  forget: "×",
};

export function verbOf(command: Report["command"], action: Action): string {
  return VERBS[command][action][0];
}

export function signOf(action: Action): string {
  return SIGNS[action];
}

/** Returns the name and the place of an object, such as `too-many-errors on Checkout > tile errors`. */
export function titleWithPlace({ name, place }: Pick<ObjectChange, "name" | "place">): string {
  return place === undefined ? name : `${name} on ${place}`;
}

/** Returns noun, name and place, such as `alert too-many-errors on Checkout > tile errors`. */
export function nounAndTitle(object: Pick<ObjectChange, "noun" | "name" | "place">): string {
  return `${object.noun} ${titleWithPlace(object)}`;
}

/** Returns a line of a file, such as `infra/main.ts:12`. */
export function fileLineText({ file, line }: CodeLine): string {
  return `${file}:${line}`;
}

/** Lists every risk with its object. */
export function risksIn(objects: readonly ObjectChange[]): readonly (readonly [ObjectChange, message: string])[] {
  return objects.flatMap((object) => object.risks.map(({ message }) => [object, message] as const));
}

/** Position of a field in its object, such as `tile errors: where`. */
export function fieldInObject({ part, field }: FieldChange): string {
  if (part === undefined || field === "") {
    return part ?? field;
  }
  return `${part}: ${field}`;
}

/** Position of a field, such as `Checkout > tile errors: where`. */
export function placeOfField(object: ObjectChange, { part, field }: FieldChange): string {
  const owner = part === undefined ? object.name : `${object.name} > ${part}`;
  return field === "" ? owner : `${owner}: ${field}`;
}

/** Counts the changes, such as `1 to create, 3 to change`; empty without changes. */
function countsOf(command: Report["command"], objects: readonly ObjectChange[]): string {
  return Object.entries(VERBS[command])
    .map(([action, [, words]]) => ({ words, count: objects.filter((object) => object.action === action).length }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`)
    .join(", ");
}

/** Summarizes a stack in a few words. */
export function verdictOf(command: Report["command"], { failed, objects, outputs }: StackReport): string {
  if (failed) {
    return "failed";
  }
  const counts = [countsOf(command, objects), outputs.length > 0 ? `outputs change: ${outputs.join(", ")}` : ""];
  const parts = counts.filter((count) => count !== "").join("; ");
  if (parts !== "") {
    return parts;
  }
  return command === "plan" ? "nothing to do" : "in sync";
}

/** Summarizes the whole report in one sentence. */
export function conclusionOf({ command, stacks, unmanaged, shared, problems }: Report): string {
  const objects = stacks.flatMap((stack) => stack.objects);
  const failures = stacks.filter(({ failed }) => failed).length + problems.length;
  const counts = countsOf(command, objects);
  const unmanagedObjects = unmanaged.length > 0 ? `${unmanaged.length} unmanaged` : "";
  const outputs = stacks.some((stack) => stack.outputs.length > 0) ? "outputs change" : "";
  const twice = shared.length > 0 ? `${shared.length} managed more than once` : "";
  const parts = [counts, unmanagedObjects, outputs, twice, failures > 0 ? `${failures} failed` : ""].filter(
    (text) => text !== "",
  );
  if (parts.length > 0) {
    return `${parts.join(", ")}.`;
  }
  return command === "plan" ? "Nothing to do." : "In sync.";
}

/** Names the command that takes changes on the server into the code; undefined if there are none to take. */
export function adoptHint({ stacks }: Report): string | undefined {
  const adoptable = stacks.flatMap(({ folder, objects }) =>
    objects.filter((each) => each.adoptable).map(({ source }) => ({ folder, isProgram: source?.column !== undefined })),
  );
  if (adoptable.length === 0) {
    return undefined;
  }
  const isHere = adoptable.every(({ folder, isProgram }) => isProgram || folder === ".");
  const place = isHere ? "" : " in the folder of the stack";
  return `To take changes made in the UI into the code, run${place}: npx cdk-clickstack adopt`;
}

/** A value and its unknown parts before the apply: `true`, or the value's structure with `true` in it. */
export interface PartlyKnown {
  readonly value: unknown;
  readonly unknown: unknown;
}

export function stepInto({ value, unknown }: PartlyKnown, at: string | number): PartlyKnown {
  const step = String(at);
  return { value: partOf(value, step), unknown: unknown === true ? true : partOf(unknown, step) };
}

/** Hides a value if any part of it is sensitive. */
export function shownOf({ value, unknown }: PartlyKnown): Shown {
  if (holdsSensitive(value)) {
    return { kind: "sensitive" };
  }
  if (unknown === true) {
    return { kind: "unknown" };
  }
  return isPresent(value) ? { kind: "value", value: withoutNulls(value) } : { kind: "absent" };
}

/** Removes attributes that are not set. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(([, item]) => isPresent(item));
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutNulls(item)]));
}

/** Describes a part by its kind, if there are kinds, and its name. Undefined for a part without both. */
export function partSummary(shape: Shape | undefined, value: unknown): string | undefined {
  if (shape?.kind !== "object" || !isPresent(value) || isSensitive(value)) {
    return undefined;
  }
  const words = [...fieldsByAttribute(shape)].flatMap(([attribute, field]) => {
    const inner = (value as DeclaredFields)[attribute];
    if (attribute === "name" && isSensitive(inner)) {
      return [String(inner)];
    }
    if (attribute === "name" && typeof inner === "string") {
      return [JSON.stringify(inner)];
    }
    return field.shape.kind === "variants" && isPresent(inner) ? [kindText(field.shape, inner)] : [];
  });
  return words.length > 0 ? words.reverse().join(" ") : undefined;
}

function kindText(shape: Extract<Shape, { kind: "variants" }>, value: unknown): string {
  if (isSensitive(value)) {
    return String(value);
  }
  const variant = variantOf(shape, fromAttributes(shape, value, isSensitive) as DeclaredFields);
  return (variant && kindOf(variant)) ?? "";
}

const NOT_SET = "(not set)";
export const KNOWN_AFTER_APPLY = "(known after apply)";
const REMARKS: readonly string[] = [NOT_SET, SensitiveValue.TEXT, KNOWN_AFTER_APPLY];

/** Maximum length of a text inside a line. */
const MAX_TEXT_LENGTH = 160;

/** Returns true if a text of `valueText` describes a value and does not quote it. */
export function isRemark(text: string): boolean {
  return REMARKS.includes(text);
}

export function valueText(shown: Shown): string {
  switch (shown.kind) {
    case "absent":
      return NOT_SET;
    case "sensitive":
      return SensitiveValue.TEXT;
    case "unknown":
      return KNOWN_AFTER_APPLY;
    default:
      return shorten(wholeText(shown.value));
  }
}

/** Returns a value on one line. */
export function wholeText(value: unknown): string {
  if (typeof value === "string") {
    return value === "" ? '""' : value.replaceAll("\n", "\\n");
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return `[${value.join(", ")}]`;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(value) ?? "";
  }
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${typeof item === "object" ? JSON.stringify(item) : item}`)
    .join(", ");
}

function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

/** Escapes invisible characters in all texts of a report: users of the UI can enter any name and value. */
export function visibleTexts<T>(report: T): T {
  return mapTexts(report, visible);
}
