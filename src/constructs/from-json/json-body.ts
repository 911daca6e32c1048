import type { Construct } from "constructs";
import { isPlainObject } from "../../declaration/field";
import { isId, type Refuse } from "../../resources/dashboard/from-json/body";
import type { DashboardTarget, NamedType } from "../../resources/dashboard/from-json/references";
import { didYouMean } from "../../resources/declarations";
import { Connection } from "../connection";
import { Token } from "../framework";
import type { ProviderOption } from "../look-up";
import type { DashboardReference } from "../on-click";
import { Source } from "../source";
import { type ConnectionReference, idOf, type SourceReference } from "../tile";
import { verbatimBesideTokens, verbatimJson } from "../verbatim";

/** How the texts of a body are read. */
export interface BodyTexts {
  /** The value in a form in which Terraform and cdktf leave every text as it is. */
  readonly asItIs: <T>(value: T) => T;
  /** Whether a value stands for something that only Terraform knows. */
  readonly isToken: (value: unknown) => boolean;
  /** The places of numbers that nobody can tell from tokens. */
  readonly numbersLikeTokens: (value: unknown, place: string) => readonly string[];
}

/** A text holds no tokens: whoever wrote it knows nothing of the program. */
const OF_A_TEXT: BodyTexts = {
  asItIs: (value) => verbatimJson(value) as typeof value,
  isToken: () => false,
  numbersLikeTokens,
};

/** In an object the program may have put tokens. */
const OF_AN_OBJECT: BodyTexts = {
  asItIs: (value) => verbatimBesideTokens(value) as typeof value,
  isToken: Token.isUnresolved,
  numbersLikeTokens: () => [],
};

export function bodyTexts(body: unknown): BodyTexts {
  return typeof body === "string" ? OF_A_TEXT : OF_AN_OBJECT;
}

function numbersLikeTokens(value: unknown, place: string): readonly string[] {
  if (typeof value === "number") {
    return [value, [value]].some(Token.isUnresolved) ? [place] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => numbersLikeTokens(item, `${place}[${index}]`));
  }
  if (!isPlainObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([name, item]) => numbersLikeTokens(item, `${place}.${name}`));
}

/** What stands for the sources, connections and dashboards that a body names, by the id or name in the body. */
export interface ReferenceOptions {
  readonly sources?: Readonly<Record<string, SourceReference>>;
  readonly connections?: Readonly<Record<string, ConnectionReference>>;
  readonly dashboards?: Readonly<Record<string, DashboardReference>>;
}

/**
 * Turns what a body names into references. An id stays, a name is looked up, unless the options say what stands for it.
 */
export class BodyReferences {
  readonly #named: Record<NamedType, Set<string>> = {
    sources: new Set(),
    connections: new Set(),
    dashboards: new Set(),
  };

  constructor(
    private readonly scope: Construct,
    private readonly options: ReferenceOptions,
    private readonly texts: BodyTexts,
    private readonly provider: ProviderOption,
  ) {}

  source(written: string): SourceReference {
    const found = this.#mapped("sources", written) ?? this.#known(written);
    return found ?? Source.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  connection(written: string): ConnectionReference {
    const found = this.#mapped("connections", written) ?? this.#known(written);
    return found ?? Connection.byName(this.scope, this.texts.asItIs(written), this.provider);
  }

  /** A dashboard that a click leads to. One that is known by its name alone is named by it, and need not exist yet. */
  dashboardTarget(written: string): DashboardTarget {
    const found = this.#mapped("dashboards", written) ?? this.#known(written);
    if (found !== undefined) {
      return { mode: "id", id: idOf(found) };
    }
    return { mode: "template", template: this.texts.asItIs(written) };
  }

  /** Notes a name that the body has. */
  mention(type: NamedType, written: string): void {
    this.#named[type].add(written);
  }

  /** Refuses options for what the body does not name: a misspelt name would otherwise be overlooked. */
  refuseUnused(refuse: Refuse): void {
    for (const type of Object.keys(this.#named) as NamedType[]) {
      const named = [...this.#named[type]];
      for (const name of Object.keys(this.options[type] ?? {})) {
        if (named.includes(name)) {
          continue;
        }
        const known = named.length > 0 ? ` It names ${named.map((each) => `"${each}"`).join(", ")}.` : "";
        refuse(`${type}["${name}"]`, `The body does not name it.${didYouMean(name, named)}${known}`);
      }
    }
  }

  /** What is an id as it is. A token of the program stands for one. */
  #known(written: string): string | undefined {
    return isId(written) || this.texts.isToken(written) ? written : undefined;
  }

  #mapped<K extends NamedType>(type: K, written: string): NonNullable<ReferenceOptions[K]>[string] | undefined {
    this.mention(type, written);
    const mapping = this.options[type] as
      | Readonly<Record<string, NonNullable<ReferenceOptions[K]>[string]>>
      | undefined;
    return mapping && Object.hasOwn(mapping, written) ? mapping[written] : undefined;
  }
}
