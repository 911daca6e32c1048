import { Token } from "cdktf";
import { isPlainObject } from "../../schema/plain-object";
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
  if (typeof value === "number") return [value, [value]].some(Token.isUnresolved) ? [place] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => numbersLikeTokens(item, `${place}[${index}]`));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => numbersLikeTokens(item, `${place}.${name}`));
}
