import type { TerraformStack } from "cdktf";
import type { CompoundShape } from "../../src/declaration/shape";

/** Subject of one page of the reference. */
export interface Page {
  readonly kind: PageKind;
  /** Type name in Terraform, such as `clickstack_alert`, or the local name of the provider. */
  readonly type: string;
  /** Group in which the registry lists the page. */
  readonly subcategory: string;
  /** Description in one sentence. */
  readonly summary: string;
  /** Further facts for authors, or "" without any. */
  readonly details: string;
  readonly shape: CompoundShape;
  /** Class that declares it in TypeScript. */
  readonly construct: Construct;
  /** TypeScript equivalents of fields that are not props. */
  readonly inTypeScript?: Readonly<Record<string, string>>;
  /** Import of an existing object. Only resources have it. */
  readonly import?: ImportText;
}

type PageKind = "provider" | "resource" | "ephemeral resource" | "data source";

/** A class of constructs. */
export interface Construct {
  readonly name: string;
  readonly prototype: object;
}

interface ImportText {
  readonly id: string;
  /** Values that an import cannot read, with a fix. "" if there are none. */
  readonly note: string;
}

/** A module below `examples`: the example of a page in TypeScript. Its HCL is generated. */
export interface ExampleModule {
  /** Adds the example to a stack. */
  readonly addTo: (stack: TerraformStack) => void;
}

const FOLDERS: Readonly<Record<PageKind, string>> = {
  provider: "",
  resource: "resources",
  "ephemeral resource": "ephemeral-resources",
  "data source": "data-sources",
};

/** Returns the path of the page below docs, as the Terraform registry expects it. */
export function pageFile({ kind, type }: Page): string {
  return kind === "provider" ? "index.md" : `${FOLDERS[kind]}/${withoutProvider(type)}.md`;
}

/** Returns the path of the page's example below `examples`, without the extension. */
export function exampleFile({ kind, type }: Page): string {
  return kind === "provider" ? "provider" : `${FOLDERS[kind]}/${withoutProvider(type).replaceAll("_", "-")}`;
}

/** Returns a kind of page with capital letters, as in titles. */
export function titleOf(kind: PageKind): string {
  return kind.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}

function withoutProvider(type: string): string {
  return type.replace(/^clickstack_/, "");
}
