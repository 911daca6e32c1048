import { mergedShape, type ObjectShape, type VariantsShape } from "../../src/declaration/shape";

type Nested = ObjectShape | VariantsShape;

/** The sections of a page: one for each attribute that holds objects, whichever kinds of objects these are. */
export class Sections {
  readonly #titles = new Map<Nested, string>();
  readonly #sections: { readonly title: string; readonly shape: Nested }[] = [];

  /** Adds a section for the objects of one attribute. Returns them as one shape. */
  add(title: string, objects: readonly Nested[]): Nested {
    if (this.isTaken(title)) throw new Error(`Two nested objects are called ${title}.`);
    for (const object of objects) this.#titles.set(object, title);
    const shape = mergedShape(objects);
    this.#sections.push({ title, shape });
    return shape;
  }

  has(object: Nested): boolean {
    return this.#titles.has(object);
  }

  isTaken(title: string): boolean {
    return this.#sections.some((section) => section.title === title);
  }

  all(): readonly { readonly title: string; readonly shape: Nested }[] {
    return this.#sections;
  }

  /** A link as Markdown renderers make anchors of headings: without dots. */
  linkTo(object: Nested): string {
    const title = this.#titles.get(object) ?? "";
    return `[${title}](#${title.replaceAll(".", "")})`;
  }
}
