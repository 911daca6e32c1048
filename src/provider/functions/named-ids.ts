import { didYouMean } from "../../declaration/describe-refusal";
import { FunctionArgumentError, isObject, type Value } from "../../plugin";
import { isId } from "../../resources/dashboard/from-json/body";
import type { NamedKind, References } from "../../resources/dashboard/from-json/references";

const SINGULAR: Readonly<Record<NamedKind, string>> = {
  sources: "source",
  connections: "connection",
  dashboards: "dashboard",
};

/** The ids that the caller gives for what the JSON names. An id stays where nothing is given for it. */
export class NamedIds implements References {
  readonly #ids: Readonly<Record<NamedKind, Map<string, string>>> = {
    sources: new Map(),
    connections: new Map(),
    dashboards: new Map(),
  };
  readonly #seen: Readonly<Record<NamedKind, Set<string>>> = {
    sources: new Set(),
    connections: new Set(),
    dashboards: new Set(),
  };

  constructor(
    references: readonly Value[],
    private readonly refuse: (place: string, sentence: string) => void,
  ) {
    references.forEach((each, index) => {
      for (const [kind, ids] of entriesOf(each)) {
        if (!isNamedKind(kind)) throw noSuchKind(kind, index + 1);
        for (const [name, id] of entriesOf(ids)) this.#ids[kind].set(name, String(id));
      }
    });
  }

  readonly source = (written: string) => this.#of("sources", written);
  readonly connection = (written: string) => this.#of("connections", written);
  readonly asItIs = <T>(value: T): T => value;

  readonly dashboardTarget = (written: string) => {
    const id = this.#ids.dashboards.get(written);
    if (id !== undefined || isId(written)) return { mode: "id", id: id ?? written } as const;
    return { mode: "template", template: written } as const;
  };

  /** Refuses a name that no id is given for. A dashboard can be named by its name. */
  readonly check = (kind: NamedKind, written: string): void => {
    const isNew = !this.#seen[kind].has(written);
    this.#seen[kind].add(written);
    if (!isNew || kind === "dashboards" || isId(written) || this.#ids[kind].has(written)) return;
    const noun = SINGULAR[kind];
    const example = `{ ${kind} = { ${JSON.stringify(written)} = data.clickstack_${noun}.NAME.id } }`;
    this.refuse(
      kind,
      `The JSON names the ${noun} ${JSON.stringify(written)}. Give its id as a further argument: ${example}.`,
    );
  };

  /** Refuses ids for what the JSON does not name: a misspelt name would otherwise be overlooked. */
  refuseUnused(): void {
    for (const kind of Object.keys(SINGULAR) as NamedKind[]) {
      const seen = [...this.#seen[kind]];
      for (const name of this.#ids[kind].keys())
        if (!this.#seen[kind].has(name))
          this.refuse(`${kind}["${name}"]`, `The JSON does not name it.${didYouMean(name, seen)}`);
    }
  }

  #of(kind: NamedKind, written: string): string {
    return this.#ids[kind].get(written) ?? written;
  }
}

function isNamedKind(text: string): text is NamedKind {
  return Object.hasOwn(SINGULAR, text);
}

function noSuchKind(kind: string, argument: number): FunctionArgumentError {
  const meant = didYouMean(kind, Object.keys(SINGULAR));
  return new FunctionArgumentError(
    argument,
    `There is no "${kind}" to name.${meant} Give sources, connections or dashboards.`,
  );
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  return isObject(value) ? Object.entries(value) : [];
}
