import { type AttributePath, DiagnosticError, type ObjectValue } from "../plugin";
import { didYouMean } from "../schema/did-you-mean";
import { quoted } from "./quoted";

/** What a look-up needs of an object. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** How a message speaks of what is looked up. */
export interface Wording<T> {
  /** Such as "source". */
  readonly noun: string;
  readonly plural: string;
  /** What tells objects of one name apart. */
  readonly kindOf: (each: T) => string;
}

/**
 * The one object with the given id or name. Throws a diagnostic that lists the names that exist when there is none,
 * and the ids when there are several.
 * @param path where the author wrote it. Default: the attribute `id` or `name` of `config`.
 */
export function lookUp<T extends Named>(
  { noun, plural, kindOf }: Wording<T>,
  candidates: readonly T[],
  config: ObjectValue,
  path?: AttributePath,
): T {
  const attribute = (config.id ?? null) === null ? "name" : "id";
  const place = path ?? [attribute];
  const wanted = String(config[attribute]);
  const found = candidates.filter((each) => each[attribute] === wanted);
  const [first] = found;
  if (!first)
    throw refusal(place, `There is no ${noun} ${quoted(wanted)}`, noneFound(noun, wanted, attribute, candidates));
  if (found.length > 1)
    throw refusal(
      place,
      `There are ${found.length} ${plural} named ${quoted(wanted)}`,
      severalFound(noun, found, kindOf),
    );
  return first;
}

function noneFound(noun: string, wanted: string, attribute: string, candidates: readonly Named[]): string {
  if (candidates.length === 0) return `The server has no ${noun} that these credentials can see.`;
  const names = [...new Set(candidates.map(({ name }) => name))].filter(Boolean).sort();
  const listed = attribute === "id" ? candidates.map(({ id, name }) => `${quoted(name)} (${id})`) : names.map(quoted);
  const hint = attribute === "name" ? didYouMean(wanted, names) : "";
  if (listed.length === 0)
    return `The server has ${candidates.length} without a name. Give the id of the one you mean.`;
  return `The server has ${listed.join(", ")}.${hint}`;
}

function severalFound<T extends Named>(noun: string, found: readonly T[], kindOf: (each: T) => string): string {
  const listed = found.map((each) => `${each.id} (${kindOf(each)})`).join(", ");
  return `Give the id of the ${noun} you mean instead: ${listed}.`;
}

function refusal(path: AttributePath, summary: string, detail: string): DiagnosticError {
  return new DiagnosticError({ severity: "error", summary, detail, path });
}
