import type { Construct } from "constructs";
import { didYouMean } from "../../schema";
import { Connection } from "../connection";
import type { ProviderOption } from "../look-up-once";
import type { DashboardReference } from "../on-click";
import { Source } from "../source";
import { type ConnectionReference, idOf, type SourceReference } from "../tile";
import type { Refuse } from "./body";

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
    private readonly provider: ProviderOption,
  ) {}

  source(written: string): SourceReference {
    const mapped = this.#mapped("sources", written);
    return mapped ?? (isId(written) ? written : Source.byName(this.scope, written, this.provider));
  }

  connection(written: string): ConnectionReference {
    const mapped = this.#mapped("connections", written);
    return mapped ?? (isId(written) ? written : Connection.byName(this.scope, written, this.provider));
  }

  /** A dashboard that a click leads to. One that is known by its name alone is named by it, and need not exist yet. */
  dashboardTarget(written: string): { mode: "id"; id: string } | { mode: "template"; template: string } {
    const mapped = this.#mapped("dashboards", written);
    if (mapped !== undefined) return { mode: "id", id: idOf(mapped) };
    return isId(written) ? { mode: "id", id: written } : { mode: "template", template: written };
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

  #mapped<K extends Kind>(kind: K, written: string): NonNullable<ReferenceOptions[K]>[string] | undefined {
    this.#named[kind].add(written);
    const mapping = this.options[kind] as
      | Readonly<Record<string, NonNullable<ReferenceOptions[K]>[string]>>
      | undefined;
    return mapping && Object.hasOwn(mapping, written) ? mapping[written] : undefined;
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
