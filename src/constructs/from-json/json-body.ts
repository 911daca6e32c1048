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
import { verbatimExceptTokens, verbatimJson } from "../verbatim";

/** Functions that read the texts of a body. */
export interface BodyTexts {
  /** Returns the value in a form that Terraform and cdktf do not evaluate. */
  readonly toVerbatim: <T>(value: T) => T;
  /** Returns true if a value is a token, which only Terraform can resolve. */
  readonly isToken: (value: unknown) => boolean;
  /** Returns the places of numbers that cdktf would confuse with tokens. */
  readonly findNumbersLikeTokens: (value: unknown, place: string) => readonly string[];
}

/** Functions for a body in JSON text, which contains no tokens. */
const OF_A_TEXT: BodyTexts = {
  toVerbatim: (value) => verbatimJson(value) as typeof value,
  isToken: () => false,
  findNumbersLikeTokens,
};

/** Functions for a body that is an object, which can contain tokens of the program. */
const OF_AN_OBJECT: BodyTexts = {
  toVerbatim: (value) => verbatimExceptTokens(value) as typeof value,
  isToken: Token.isUnresolved,
  findNumbersLikeTokens: () => [],
};

export function selectBodyTexts(body: unknown): BodyTexts {
  return typeof body === "string" ? OF_A_TEXT : OF_AN_OBJECT;
}

function findNumbersLikeTokens(value: unknown, place: string): readonly string[] {
  if (typeof value === "number") {
    return [value, [value]].some(Token.isUnresolved) ? [place] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findNumbersLikeTokens(item, `${place}[${index}]`));
  }
  if (!isPlainObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([name, item]) => findNumbersLikeTokens(item, `${place}.${name}`));
}

/** References that replace sources, connections and dashboards, by the id or name in the body. */
export interface ReferenceOptions {
  readonly sources?: Readonly<Record<string, SourceReference>>;
  readonly connections?: Readonly<Record<string, ConnectionReference>>;
  readonly dashboards?: Readonly<Record<string, DashboardReference>>;
}

/**
 * Converts ids and names in a body to references. An id stays and a name is looked up, unless the options contain a
 * reference.
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
    return found ?? Source.byName(this.scope, this.texts.toVerbatim(written), this.provider);
  }

  connection(written: string): ConnectionReference {
    const found = this.#mapped("connections", written) ?? this.#known(written);
    return found ?? Connection.byName(this.scope, this.texts.toVerbatim(written), this.provider);
  }

  /**
   * Returns the dashboard that a click opens. A dashboard that is known only by name is named, and need not exist yet.
   */
  dashboardTarget(written: string): DashboardTarget {
    const found = this.#mapped("dashboards", written) ?? this.#known(written);
    if (found !== undefined) {
      return { mode: "id", id: idOf(found) };
    }
    return { mode: "template", template: this.texts.toVerbatim(written) };
  }

  /** Records a name in the body. */
  mention(type: NamedType, written: string): void {
    this.#named[type].add(written);
  }

  /** Reports references for names that the body does not contain, such as misspelled names. */
  refuseUnused(refuse: Refuse): void {
    for (const type of Object.keys(this.#named) as NamedType[]) {
      const named = [...this.#named[type]];
      for (const name of Object.keys(this.options[type] ?? {})) {
        if (named.includes(name)) {
          continue;
        }
        const known = named.length > 0 ? ` It contains ${named.map((each) => `"${each}"`).join(", ")}.` : "";
        refuse(`${type}["${name}"]`, `The body does not contain this name.${didYouMean(name, named)}${known}`);
      }
    }
  }

  /** Returns ids and tokens unchanged, and undefined for a name. */
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
