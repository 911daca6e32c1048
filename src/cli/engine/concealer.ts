import { SensitiveValue } from "../../drawing";

/** An object or a list of JSON. */
export type JsonContainer = Readonly<Record<string, unknown>>;

const MAKES_SENSITIVE = /\bsensitive\s*\(/;

/** Replaces sensitive values of a plan or a state. Equal values have equal replacements, so a change is visible. */
export class Concealer {
  readonly #placeholders = new Map<string, SensitiveValue>();

  /**
   * Returns the attributes of an object without its sensitive values. Null stays null: an unset attribute is not a
   * secret.
   * @param sensitive marks of the object before and after a change and in a state; each applies everywhere
   */
  attributes(value: unknown, sensitive: readonly unknown[], unknown?: unknown): unknown {
    if (!isContainer(value)) {
      return value;
    }
    if (!sensitive.includes(true)) {
      return this.#inside(value, sensitive, unknown);
    }
    const everything = Object.fromEntries([...keysOf(value), ...keysOf(unknown)].map((name) => [name, true]));
    return this.#inside(value, [everything], unknown);
  }

  /** Removes the expressions of a configuration that make a value sensitive. They can contain secrets in clear. */
  expressions(value: unknown): unknown {
    if (typeof value === "string") {
      const [, ...expressions] = value.split("${");
      return expressions.some((each) => MAKES_SENSITIVE.test(each)) ? this.#placeholder(value) : value;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.expressions(item));
    }
    if (!isContainer(value)) {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.expressions(item)]));
  }

  /** A mark is `true`, or the value's structure with `true` in it. A part is sensitive if one of the marks covers it. */
  #concealed(value: unknown, sensitive: readonly unknown[], unknown: unknown): unknown {
    const isAbsent = value === null || value === undefined;
    if (sensitive.includes(true)) {
      return isAbsent && unknown !== true ? value : this.#placeholder(value);
    }
    const marks = sensitive.filter(holdsMark);
    if (isAbsent || marks.length === 0) {
      return value;
    }
    // Marks with another structure do not identify a part of the value.
    const canBeOpened = isContainer(value) && marks.every((mark) => Array.isArray(mark) === Array.isArray(value));
    return canBeOpened ? this.#inside(value, sensitive, unknown) : this.#placeholder(value);
  }

  #inside(container: JsonContainer, sensitive: readonly unknown[], unknown: unknown): unknown {
    if (Array.isArray(container)) {
      return container.map((value: unknown, index) => {
        const marks = sensitive.flatMap((mark) => elementMarks(mark, index, container.length));
        return this.#concealed(value, marks, partOf(unknown, String(index)));
      });
    }
    const names = new Set([...Object.keys(container), ...keysOf(unknown)]);
    const entries = [...names].map((name) => {
      const marks = sensitive.map((mark) => partOf(mark, name));
      return [name, this.#concealed(partOf(container, name), marks, partOf(unknown, name))] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  #placeholder(value: unknown): SensitiveValue {
    const key = JSON.stringify(value) ?? "not known yet";
    const placeholder = this.#placeholders.get(key) ?? new SensitiveValue(this.#placeholders.size);
    this.#placeholders.set(key, placeholder);
    return placeholder;
  }
}

/** Returns the marks of an element. All marks apply if the length changed, because the elements may have moved. */
function elementMarks(mark: unknown, index: number, length: number): readonly unknown[] {
  if (!Array.isArray(mark)) {
    return [];
  }
  return mark.length === length ? [mark[index]] : mark;
}

export function holdsMark(mark: unknown): boolean {
  return isContainer(mark) ? Object.values(mark).some(holdsMark) : mark === true;
}

export function partOf(whole: unknown, name: string): unknown {
  return isContainer(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined;
}

function keysOf(value: unknown): readonly string[] {
  return isContainer(value) ? Object.keys(value) : [];
}

export function isContainer(value: unknown): value is JsonContainer {
  return typeof value === "object" && value !== null;
}
