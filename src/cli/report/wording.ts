import type { Action, FieldChange, ObjectChange, Report, StackReport } from "./model";

/** What happens to an object, by command: an apply will do it, or somebody has done it. */
const VERBS: Readonly<Record<Report["command"], Readonly<Record<Action, string>>>> = {
  plan: {
    create: "will be created",
    update: "will change",
    replace: "will be replaced",
    delete: "will be deleted",
    import: "will be imported",
    move: "will move to another address",
    forget: "will no longer be managed, and stays",
  },
  drift: {
    create: "was created",
    update: "was changed",
    replace: "was replaced",
    delete: "is gone",
    import: "was imported",
    move: "moved to another address",
    forget: "is no longer managed",
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
  return VERBS[command][action];
}

export function signOf(action: Action): string {
  return SIGNS[action];
}

/** An object's name and where it is, such as `too-many-errors on Checkout > tile errors`. */
export function titleOf({ name, place }: Pick<ObjectChange, "name" | "place">): string {
  return place === undefined ? name : `${name} on ${place}`;
}

/** Where a field is, such as `Checkout > tile errors: where`. */
export function placeOfField(object: ObjectChange, { part, field }: FieldChange): string {
  const owner = part === undefined ? object.name : `${object.name} > ${part}`;
  return field === "" ? owner : `${owner}: ${field}`;
}

/** Such as `1 to create, 3 to change`; empty where nothing happens. */
export function countsOf(command: Report["command"], objects: readonly ObjectChange[]): string {
  const words: Readonly<Record<Action, string>> =
    command === "plan"
      ? {
          create: "to create",
          update: "to change",
          replace: "to replace",
          delete: "to delete",
          import: "to import",
          move: "to move",
          forget: "to forget",
        }
      : {
          create: "created",
          update: "changed",
          replace: "replaced",
          delete: "gone",
          import: "imported",
          move: "moved",
          forget: "forgotten",
        };
  const actions = Object.keys(words) as Action[];
  return actions
    .map((action) => ({ action, count: objects.filter((object) => object.action === action).length }))
    .filter(({ count }) => count > 0)
    .map(({ action, count }) => `${count} ${words[action]}`)
    .join(", ");
}

/** What there is to say about a stack in a few words. */
export function verdictOf(command: Report["command"], { failed, objects, outputs }: StackReport): string {
  if (failed) return "failed";
  const counts = [countsOf(command, objects), outputs.length > 0 ? `outputs change: ${outputs.join(", ")}` : ""];
  const told = counts.filter((count) => count !== "").join("; ");
  if (told !== "") return told;
  return command === "plan" ? "nothing to do" : "in sync";
}

/** What there is to say about the whole report in one sentence. */
export function conclusionOf({ command, stacks, unmanaged, shared, problems }: Report): string {
  const objects = stacks.flatMap((stack) => stack.objects);
  const failures = stacks.filter(({ failed }) => failed).length + problems.length;
  const counts = countsOf(command, objects);
  const strangers = unmanaged.length > 0 ? `${unmanaged.length} unmanaged` : "";
  const outputs = stacks.some((stack) => stack.outputs.length > 0) ? "outputs change" : "";
  const twice = shared.length > 0 ? `${shared.length} managed more than once` : "";
  const told = [counts, strangers, outputs, twice, failures > 0 ? `${failures} failed` : ""].filter(
    (text) => text !== "",
  );
  if (told.length > 0) return `${told.join(", ")}.`;
  return command === "plan" ? "Nothing to do." : "In sync.";
}
