import type { TerraformStack } from "cdktf";
import type { ObjectShape, VariantsShape } from "../../src/declaration/shape";

/** What one page of the reference is about. */
export interface Page {
  readonly kind: PageKind;
  /** The name in Terraform, such as `clickstack_alert`; of the provider its local name. */
  readonly type: string;
  /** The group in which the registry lists the page. */
  readonly subcategory: string;
  /** What it is, in one sentence. */
  readonly summary: string;
  /** What an author has to know beside the summary; "" for nothing. */
  readonly details: string;
  readonly shape: ObjectShape | VariantsShape;
  /** The class that declares it in TypeScript. */
  readonly construct: Construct;
  /** What the construct's props call a field, where they differ; "" where the props have no such level. */
  readonly propNames?: Readonly<Record<string, string>>;
  /** What stands for a field in TypeScript where it is no prop. */
  readonly inTypeScript?: Readonly<Record<string, string>>;
  /** How an existing object is imported; resources alone have it. */
  readonly import?: ImportText;
}

type PageKind = "provider" | "resource" | "ephemeral resource" | "data source";

/** A class of constructs. */
export interface Construct {
  readonly name: string;
  readonly prototype: object;
}

interface ImportText {
  /** The name of the resource in the page's example. */
  readonly name: string;
  readonly id: string;
  /** What an import cannot read, and what to do about it; "" for nothing. */
  readonly note: string;
}

/** A module below `examples`: the example of a page in TypeScript, from which its HCL is made. */
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

/** The page's file below docs, as the Terraform registry expects it. */
export function pageFile({ kind, type }: Page): string {
  return kind === "provider" ? "index.md" : `${FOLDERS[kind]}/${withoutProvider(type)}.md`;
}

/** The page's example below `examples`, without the extension. */
export function exampleFile({ kind, type }: Page): string {
  return kind === "provider" ? "provider" : `${FOLDERS[kind]}/${withoutProvider(type).replaceAll("_", "-")}`;
}

/** A kind of page with capitals, as titles have it. */
export function titleOf(kind: PageKind): string {
  return kind.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}

function withoutProvider(type: string): string {
  return type.replace(/^clickstack_/, "");
}
