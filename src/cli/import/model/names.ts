import { type ImportedType, TYPE_FACTS } from "../read/imported-types";
import type { CodeFormat } from "../text/formats";

/** Hands out names that differ. */
export class Names {
  readonly #taken: Set<string>;
  /** The number that each name was given last. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param separator what stands between a name and its number.
   * @param taken names that nothing may get.
   */
  constructor(
    private readonly separator: string,
    taken: Iterable<string> = [],
  ) {
    this.#taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The first of the candidates that is free, else the last one with a number from 2. */
  take(...candidates: readonly [string, ...string[]]): string {
    const free = candidates.find((each) => !this.#taken.has(each)) ?? this.#numbered(candidates.at(-1) ?? "");
    this.#taken.add(free);
    return free;
  }

  #numbered(base: string): string {
    for (let count = (this.#numbers.get(base) ?? 1) + 1; ; count++) {
      this.#numbers.set(base, count);
      const name = `${base}${this.separator}${count}`;
      if (!this.#taken.has(name)) {
        return name;
      }
    }
  }
}

/**
 * How the files of a format are called. Dashboards have files of their own; `collection` has all objects of another
 * resource type.
 */
export const FILE_NAMES = {
  typescript: {
    collection: (type: ImportedType) => `${kebab(TYPE_FACTS[type].plural)}.ts`,
    dashboard: (constructId: string) => `dashboards/${constructId}.ts`,
    imports: "imports.ts",
    /** Where resources of the vendor's provider become those of the code. */
    moves: "moves.ts",
    /** The same name with a number from 2 before its ending. */
    numbered: (path: string, count: number) => path.replace(/\.ts$/, `-${count}.ts`),
  },
  hcl: {
    collection: (type: ImportedType) => `${kebab(TYPE_FACTS[type].plural).replaceAll("-", "_")}.tf`,
    dashboard: (constructId: string) => `dashboard_${constructId.replaceAll("-", "_")}.tf`,
    imports: "imports.tf",
    moves: "moves.tf",
    numbered: (path: string, count: number) => path.replace(/\.tf$/, `_${count}.tf`),
  },
} satisfies Record<CodeFormat, object>;

/** The first name that will do: the base, else the base with a number from 2. */
export function firstFitting(
  base: string,
  numbered: (path: string, count: number) => string,
  fits: (path: string) => boolean,
): string {
  for (let count = 1; ; count++) {
    const path = count === 1 ? base : numbered(base, count);
    if (fits(path)) {
      return path;
    }
  }
}

/** What a file's name has before its ending, such as `-2`. */
export function numberOf(path: string): string {
  return /[-_](\d+)\.tf?s?$/.exec(path)?.[1] ?? "";
}

/** What TypeScript keeps for itself in modules under strict, and the globals that code beside may need. */
export const RESERVED_WORDS: readonly string[] = (
  "abstract any arguments as asserts async await boolean break case catch class const constructor continue debugger declare " +
  "default delete do else enum eval export extends false finally for from function get global globalThis if implements import in " +
  "infer instanceof interface is keyof let module namespace never new null number object of package private process protected " +
  "public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined " +
  "unique unknown using var void while with yield"
).split(" ");

/** Names that no file can have on Windows, whatever its ending. */
export const RESERVED_FILES: readonly string[] = ["con", "prn", "aux", "nul"].concat(
  [..."123456789"].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
);

/** The words of a name in plain lower-case letters and digits: `Checkout: Größe` is `checkout`, `grosse`. */
function wordsOf(name: string): readonly string[] {
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * `too-many-errors`, cut after whole words at a length that file systems and readers bear. Empty where a name has no
 * letters to use.
 */
export function kebab(name: string): string {
  let text = "";
  for (const word of wordsOf(name)) {
    const longer = text === "" ? word : `${text}-${word}`;
    if (longer.length > LONGEST && text !== "") {
      break;
    }
    text = longer;
  }
  return text.slice(0, LONGEST);
}

const LONGEST = 50;

/** `too-many-errors` is `tooManyErrors`. */
export function camel(text: string): string {
  return wordsOf(text)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
