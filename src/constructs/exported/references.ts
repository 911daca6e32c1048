import type { Construct } from "constructs";
import { didYouMean } from "../../schema";
import { Connection } from "../connection";
import type { ProviderOption } from "../look-up-once";
import type { DashboardReference } from "../on-click";
import { Source } from "../source";
import { type ConnectionReference, idOf, type SourceReference } from "../tile";
import type { Refuse } from "./body";
import type { BodyTexts } from "./body-texts";

/** What stands for the sources, connections and dashboards that a body names, by the id or name in the body. */
export interface ReferenceOptions {
  readonly sources?: Readonly<Record<string, SourceReference>>;
  readonly connections?: Readonly<Record<string, ConnectionReference>>;
  readonly dashboards?: Readonly<Record<string, DashboardReference>>;
}

type Kind = keyof ReferenceOptions;

/** Turns what a body names into references. An id stays, a name is looked up, unless the options say what stands for it. */
export class References {
  readonly #named: Record<Kind, Set<string>> = { sources: new Set(), connections: new Set(), dashboards: new Set() };

  constructor(
    private readonly scope: Construct,
    private readonly options: ReferenceOptions,
    private readonly texts: BodyTexts,
    private readonly provider: ProviderOption,
  ) {}

  source(written: string): SourceReference {
    const mapped = this.#mapped("sources", written);
    if (mapped !== undefined) return mapped;
    return this.#isKnown(written) ? written : Source.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  connection(written: string): ConnectionReference {
    const mapped = this.#mapped("connections", written);
    if (mapped !== undefined) return mapped;
    return this.#isKnown(written) ? written : Connection.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  /** A dashboard that a click leads to. One that is known by its name alone is named by it, and need not exist yet. */
  dashboardTarget(written: string): { mode: "id"; id: string } | { mode: "template"; template: string } {
    const mapped = this.#mapped("dashboards", written);
    if (mapped !== undefined) return { mode: "id", id: idOf(mapped) };
    if (this.#isKnown(written)) return { mode: "id", id: written };
    return { mode: "template", template: this.texts.asItIs(written) };
  }

  /** Notes a name that the body has. */
  mention(kind: Kind, written: string): void {
    this.#named[kind].add(written);
  }

  /** Refuses options for what the body does not name: a misspelt name would otherwise be overlooked. */
  refuseUnused(refuse: Refuse): void {
    for (const kind of Object.keys(this.#named) as Kind[]) {
      const named = [...this.#named[kind]];
      for (const name of Object.keys(this.options[kind] ?? {})) {
        if (named.includes(name)) continue;
        const known = named.length > 0 ? ` It names ${named.map((each) => `"${each}"`).join(", ")}.` : "";
        refuse(`${kind}["${name}"]`, `The body does not name it.${didYouMean(name, named)}${known}`);
      }
    }
  }

  /** A token of the program stands for an id. */
  #isKnown(written: string): boolean {
    return isId(written) || this.texts.isToken(written);
  }

  #mapped<K extends Kind>(kind: K, written: string): NonNullable<ReferenceOptions[K]>[string] | undefined {
    this.mention(kind, written);
    const mapping = this.options[kind] as
      | Readonly<Record<string, NonNullable<ReferenceOptions[K]>[string]>>
      | undefined;
    return mapping && Object.hasOwn(mapping, written) ? mapping[written] : undefined;
  }
}

/** Whether a text is an id that the server gave. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
