import { didYouMean } from "../../declaration/describe-refusal";
import { FunctionArgumentError, isObject, type Value } from "../../plugin";
import { isId } from "../../resources/dashboard/from-json/body";
import type { NamedType, References } from "../../resources/dashboard/from-json/references";

const SINGULAR: Readonly<Record<NamedType, string>> = {
  sources: "source",
  connections: "connection",
  dashboards: "dashboard",
};

function ofEach<T>(make: () => T): Readonly<Record<NamedType, T>> {
  return { sources: make(), connections: make(), dashboards: make() };
}

/** The ids that the caller gives for what the JSON names. An id stays where nothing is given for it. */
export class NamedIds implements References {
  readonly #ids = ofEach(() => new Map<string, string>());
  readonly #seen = ofEach(() => new Set<string>());

  constructor(
    references: readonly Value[],
    private readonly refuse: (place: string, sentence: string) => void,
  ) {
    references.forEach((each, index) => {
      for (const [type, ids] of entriesOf(each)) {
        if (!isNamedType(type)) throw noSuchType(type, index + 1);
        for (const [name, id] of entriesOf(ids)) this.#ids[type].set(name, String(id));
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
  readonly check = (type: NamedType, written: string): void => {
    const isNew = !this.#seen[type].has(written);
    this.#seen[type].add(written);
    if (!isNew || type === "dashboards" || isId(written) || this.#ids[type].has(written)) return;
    const noun = SINGULAR[type];
    const example = `{ ${type} = { ${JSON.stringify(written)} = data.clickstack_${noun}.NAME.id } }`;
    this.refuse(
      type,
      `The JSON names the ${noun} ${JSON.stringify(written)}. Give its id as a further argument: ${example}.`,
    );
  };

  /** Refuses ids for what the JSON does not name: a misspelt name would otherwise be overlooked. */
  refuseUnused(): void {
    for (const type of Object.keys(SINGULAR) as NamedType[]) {
      const seen = [...this.#seen[type]];
      for (const name of this.#ids[type].keys())
        if (!this.#seen[type].has(name))
          this.refuse(`${type}["${name}"]`, `The JSON does not name it.${didYouMean(name, seen)}`);
    }
  }

  #of(type: NamedType, written: string): string {
    return this.#ids[type].get(written) ?? written;
  }
}

function isNamedType(text: string): text is NamedType {
  return Object.hasOwn(SINGULAR, text);
}

function noSuchType(type: string, argument: number): FunctionArgumentError {
  const meant = didYouMean(type, Object.keys(SINGULAR));
  return new FunctionArgumentError(
    argument,
    `There is no "${type}" to name.${meant} Give sources, connections or dashboards.`,
  );
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  return isObject(value) ? Object.entries(value) : [];
}
