import type { CodeFormat } from "../../project/generated-file";
import { type ImportedType, TYPE_FACTS } from "../../project/imported-types";
import type { UnmanagedAlert } from "../../server/unmanaged-alerts";

/** Allocates unique names. */
export class Names {
  readonly #taken: Set<string>;
  /** Last number of each name. */
  readonly #numbers = new Map<string, number>();

  /**
   * @param separator text between a name and its number
   * @param taken reserved names
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

  /** Returns the first free candidate, or the last one with a number from 2. */
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

/** File names of each format. Each dashboard has a separate file; the objects of other types share a collection. */
export const FILE_NAMES = {
  typescript: {
    collection: (type: ImportedType, group?: string) =>
      `${[kebab(TYPE_FACTS[type].plural), ...(group === undefined ? [] : [group])].join("/")}.ts`,
    dashboard: (constructId: string) => `dashboards/${constructId}.ts`,
    imports: "imports.ts",
    /** Moved blocks for resources of the vendor's provider. */
    moves: "moves.ts",
    /** Adds a number before the extension. The second file has number 2. */
    numbered: (path: string, count: number) => path.replace(/\.ts$/, `-${count}.ts`),
  },
  hcl: {
    collection: (type: ImportedType, group?: string) =>
      `${kebab([TYPE_FACTS[type].plural, group ?? ""].join(" ")).replaceAll("-", "_")}.tf`,
    dashboard: (constructId: string) => `dashboard_${constructId.replaceAll("-", "_")}.tf`,
    imports: "imports.tf",
    moves: "moves.tf",
    numbered: (path: string, count: number) => path.replace(/\.tf$/, `_${count}.tf`),
  },
} satisfies Record<CodeFormat, object>;

/** Returns the first path that the caller accepts: the base, or the base with a number from 2. */
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

/** Returns the number before the extension of a file name. */
export function numberOf(path: string): string {
  return /[-_](\d+)\.tf?s?$/.exec(path)?.[1] ?? "";
}

/** Reserved words of TypeScript in strict modules, and globals that other code may use. */
export const RESERVED_WORDS: readonly string[] = (
  "abstract any arguments as asserts async await boolean break case catch class const constructor continue debugger declare " +
  "default delete do else enum eval export extends false finally for from function get global globalThis if implements import in " +
  "infer instanceof interface is keyof let module namespace never new null number object of package private process protected " +
  "public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined " +
  "unique unknown using var void while with yield"
).split(" ");

/** File names that Windows does not allow, with any extension. */
export const RESERVED_FILES: readonly string[] = ["con", "prn", "aux", "nul"].concat(
  [..."123456789"].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
);

/** Length of the part of a name that words are made from. A longer name takes quadratic time to normalize. */
const MAX_NAMED_LENGTH = 1000;

/** Returns the words of a name in ASCII lower case: `Checkout: Größe` is `checkout`, `grosse`. */
function wordsOf(name: string): readonly string[] {
  const plain = name
    .slice(0, MAX_NAMED_LENGTH)
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Returns a name such as `too-many-errors`, shortened after a whole word. Empty if the name has no usable letters. */
export function kebab(name: string): string {
  let text = "";
  for (const word of wordsOf(name)) {
    const longer = text === "" ? word : `${text}-${word}`;
    if (longer.length > MAX_KEBAB_LENGTH && text !== "") {
      break;
    }
    text = longer;
  }
  return text.slice(0, MAX_KEBAB_LENGTH);
}

const MAX_KEBAB_LENGTH = 50;

/** Converts `too-many-errors` to `tooManyErrors`. */
export function camel(text: string): string {
  return wordsOf(text)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}

/** @param names construct ids of the stack; the new one is added */
export function freeConstructId({ dashboard, tileKey, fields }: UnmanagedAlert, names: Names): string {
  const board = dashboard.slice(dashboard.indexOf(".") + 1);
  const base = kebab(typeof fields.name === "string" ? fields.name : `${board} ${tileKey}`) || "alert";
  return names.take(/^[a-z]/.test(base) ? base : `alert-${base}`);
}
