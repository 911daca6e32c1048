import { fieldsByAttribute, fromAttributes } from "../../../declaration/attribute-form";
import { type DeclaredFields, isPresent } from "../../../declaration/field";
import { kindOf, type Shape, type VariantsShape, variantOf } from "../../../declaration/shape";
import { holdsSensitive, isSensitive } from "../../../drawing";
import { partOf } from "../../engine/concealer";
import { type Action, type ObjectChange, REMARKS, type Report, type Shown, type StackReport } from "./report-model";

/** Action of the plan, or the change made elsewhere that the plan reverts. */
type ChangeKind = Action | NonNullable<ObjectChange["elsewhere"]>;

function changeKind({ action, elsewhere }: ObjectChange): ChangeKind {
  return elsewhere ?? action;
}

/**
 * Words for each change, by command: the words in a sentence and the words after a number. A `plan` shows changes that
 * an apply will make. A `drift` report shows changes that were made elsewhere.
 */
const VERBS: Readonly<Record<Report["command"], Readonly<Partial<Record<ChangeKind, readonly [string, string]>>>>> = {
  plan: {
    create: ["will be created", "to create"],
    update: ["will change", "to change"],
    replace: ["will be replaced", "to replace"],
    delete: ["will be deleted", "to delete"],
    import: ["will be imported", "to import"],
    move: ["will move to another address", "to move"],
    forget: ["will no longer be managed, and stays", "to forget"],
    changed: ["was changed elsewhere and will be changed back", "to change back"],
    deleted: ["was deleted elsewhere and will be created again", "to create again"],
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

const SIGNS: Readonly<Record<ChangeKind, string>> = {
  create: "+",
  update: "~",
  replace: "±",
  delete: "-",
  import: "→",
  move: "→",
  forget: "×",
  changed: "↩",
  deleted: "↩",
};

export function signOf(object: ObjectChange): string {
  return SIGNS[changeKind(object)];
}

export function verbOf(command: Report["command"], object: ObjectChange): string {
  return VERBS[command][changeKind(object)]?.[0] ?? "";
}

/** Returns the name and the place of an object, such as `too-many-errors on Checkout > tile errors`. */
export function titleWithPlace({ name, place }: Pick<ObjectChange, "name" | "place">): string {
  return place === undefined ? name : `${name} on ${place}`;
}

/** Returns noun, name and place, such as `alert too-many-errors on Checkout > tile errors`. */
export function nounAndTitle(object: Pick<ObjectChange, "noun" | "name" | "place">): string {
  return `${object.noun} ${titleWithPlace(object)}`;
}

export function risksIn(objects: readonly ObjectChange[]): readonly (readonly [ObjectChange, message: string])[] {
  return objects.flatMap((object) => object.risks.map(({ message }) => [object, message] as const));
}

/** Counts the changes, such as `1 to create, 3 to change`; empty without changes. */
function countsOf(command: Report["command"], objects: readonly ObjectChange[]): string {
  const counts = Object.entries(VERBS[command]).map(([kind, [, words]]) =>
    counted(objects.filter((object) => changeKind(object) === kind).length, words),
  );
  return listed(counts, ", ");
}

/** Returns a number with words; empty for 0. */
function counted(count: number, words: string): string {
  return count > 0 ? `${count} ${words}` : "";
}

function listed(texts: readonly string[], separator: string): string {
  return texts.filter((text) => text !== "").join(separator);
}

export function verdictOf(command: Report["command"], { failed, objects, outputs }: StackReport): string {
  if (failed) {
    return "failed";
  }
  const changes = [countsOf(command, objects), outputs.length > 0 ? `outputs change: ${outputs.join(", ")}` : ""];
  return listed(changes, "; ") || (command === "plan" ? "nothing to do" : "in sync");
}

export function conclusionOf({ command, stacks, unmanaged, shared, problems }: Report): string {
  const objects = stacks.flatMap((stack) => stack.objects);
  const parts = [
    countsOf(command, objects),
    counted(unmanaged.length, "unmanaged"),
    stacks.some(({ outputs }) => outputs.length > 0) ? "outputs change" : "",
    counted(shared.length, "managed more than once"),
    counted(stacks.filter(({ failed }) => failed).length + problems.length, "failed"),
  ];
  return `${listed(parts, ", ") || (command === "plan" ? "Nothing to do" : "In sync")}.`;
}

/** Names the command that takes changes on the server into the code; undefined if there are none to take. */
export function adoptHint({ stacks, unmanaged }: Report): string | undefined {
  const adoptable = stacks.flatMap(({ folder, objects }) =>
    objects.filter((each) => each.adoptable).map(({ source }) => ({ folder, isProgram: source?.column !== undefined })),
  );
  const hasNewAlerts = unmanaged.some((each) => each.adoptable);
  if (adoptable.length === 0 && !hasNewAlerts) {
    return undefined;
  }
  const isHere = adoptable.every(({ folder, isProgram }) => isProgram || folder === ".");
  const place = isHere ? "" : " in the folder of the stack";
  const options = hasNewAlerts ? " --include-unmanaged" : "";
  return `To take changes made in the UI into the code, run${place}: npx cdk-clickstack adopt${options}`;
}

/**
 * A value, and marks of the parts that are unknown before the apply. `unknown` is `true` for a whole value. For an
 * object or a list, it has the same structure, with `true` for each unknown part.
 */
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
    const isNamed = attribute === "name" && typeof inner === "string";
    const hasKind = field.shape.kind === "variants" && isPresent(inner);
    if (isSensitive(inner)) {
      return attribute === "name" || hasKind ? [String(inner)] : [];
    }
    return isNamed ? [JSON.stringify(inner)] : hasKind ? [kindText(field.shape, inner)] : [];
  });
  return words.length > 0 ? words.reverse().join(" ") : undefined;
}

function kindText(shape: VariantsShape, value: unknown): string {
  const variant = variantOf(shape, fromAttributes(shape, value, isSensitive) as DeclaredFields);
  return (variant && kindOf(variant)) ?? "";
}

const MAX_TEXT_LENGTH = 160;

/** Returns true if a text of `valueText` describes a value and does not quote it. */
export function isRemark(text: string): boolean {
  return Object.values<string>(REMARKS).includes(text);
}

export function valueText(shown: Shown): string {
  if (shown.kind !== "value") {
    return REMARKS[shown.kind];
  }
  const text = wholeText(shown.value);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
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
