import { didYouMean } from "../../declaration/describe-refusal";
import { isKnownIdForm } from "../../id-forms";
import { FunctionArgumentError, isObjectValue, type Value } from "../../plugin";
import type { NamedType, References } from "../../resources/dashboard/from-json/references";

const SINGULAR: Readonly<Record<NamedType, string>> = {
  sources: "source",
  connections: "connection",
  dashboards: "dashboard",
};

function ofEach<T>(make: () => T): Readonly<Record<NamedType, T>> {
  return { sources: make(), connections: make(), dashboards: make() };
}

/** Ids that the caller passes for names in the JSON. An id without a replacement stays unchanged. */
export class NamedIds implements References {
  readonly #ids = ofEach(() => new Map<string, string>());
  readonly #options: Record<keyof typeof OPTIONS, string> = { strict: "false", unsupported_tiles: "refuse" };
  readonly #seen = ofEach(() => new Set<string>());

  constructor(
    references: readonly Value[],
    private readonly refuse: (place: string, sentence: string) => void,
  ) {
    references.forEach((each, index) => {
      for (const [type, ids] of entriesOf(each)) {
        if (type === "options") {
          for (const [name, value] of entriesOf(ids)) {
            this.#setOption(name, String(value), index + 1);
          }
          continue;
        }
        if (!isKeyOf(SINGULAR, type)) {
          const meant = didYouMean(type, Object.keys(SINGULAR));
          const detail = `"${type}" is not a valid key.${meant} Use sources, connections, dashboards or options.`;
          throw new FunctionArgumentError(index + 1, detail);
        }
        for (const [name, id] of entriesOf(ids)) {
          this.#ids[type].set(name, String(id));
        }
      }
    });
  }

  readonly source = (written: string) => this.#ids.sources.get(written) ?? written;
  readonly connection = (written: string) => this.#ids.connections.get(written) ?? written;
  readonly toVerbatim = <T>(value: T): T => value;

  readonly dashboardTarget = (written: string) => {
    const id = this.#ids.dashboards.get(written);
    if (id !== undefined || isKnownIdForm(written)) {
      return { mode: "id", id: id ?? written } as const;
    }
    return { mode: "template", template: written } as const;
  };

  /** Refuses a name without an id. Dashboards are exempt, because references to them can use names. */
  readonly check = (type: NamedType, written: string): void => {
    const isNew = !this.#seen[type].has(written);
    this.#seen[type].add(written);
    if (!isNew || type === "dashboards" || isKnownIdForm(written) || this.#ids[type].has(written)) {
      return;
    }
    const noun = SINGULAR[type];
    const example = `{ ${type} = { ${JSON.stringify(written)} = data.clickstack_${noun}.NAME.id } }`;
    this.refuse(
      type,
      `The JSON names the ${noun} ${JSON.stringify(written)}. Pass its id as a further argument: ${example}.`,
    );
  };

  /** True when tiles that cannot be declared are left out instead of refused. */
  get skipsUnsupportedTiles(): boolean {
    return this.#options.unsupported_tiles === "skip";
  }

  /** Refuses unused ids only if the caller requested it: one mapping can serve several files. */
  refuseUnused(): void {
    if (this.#options.strict !== "true") {
      return;
    }
    for (const type of Object.keys(SINGULAR) as NamedType[]) {
      const seen = [...this.#seen[type]];
      for (const name of this.#ids[type].keys()) {
        if (!this.#seen[type].has(name)) {
          this.refuse(`${type}["${name}"]`, `The JSON does not name it.${didYouMean(name, seen)}`);
        }
      }
    }
  }

  #setOption(name: string, value: string, argument: number): void {
    if (!isKeyOf(OPTIONS, name)) {
      const known = Object.keys(OPTIONS);
      const detail = `The option "${name}" does not exist.${didYouMean(name, known)} Set ${known.join(" or ")}.`;
      throw new FunctionArgumentError(argument, detail);
    }
    const allowed: readonly string[] = OPTIONS[name];
    if (!allowed.includes(value)) {
      const detail = `The option ${name} is ${JSON.stringify(value)}. Set it to ${allowed.join(" or ")}.`;
      throw new FunctionArgumentError(argument, detail);
    }
    this.#options[name] = value;
  }
}

/** The options of the function, each with its values. */
const OPTIONS = { strict: ["true", "false"], unsupported_tiles: ["refuse", "skip"] } as const;

function isKeyOf<T extends object>(object: T, text: string): text is keyof T & string {
  return Object.hasOwn(object, text);
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  return isObjectValue(value) ? Object.entries(value) : [];
}
