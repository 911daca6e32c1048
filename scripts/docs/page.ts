import type { TerraformStack } from "cdktf";
import type { ObjectShape, VariantsShape } from "../../src/declaration/shape";

/** What one page of the reference is about. */
export interface Page {
  /** The name of the page's file without its extension. */
  readonly name: string;
  /** The name in Terraform, such as `clickstack_alert`. */
  readonly type: string;
  readonly kind: "provider" | "resource" | "ephemeral resource" | "data source";
  /** What it is for, in one sentence or more. */
  readonly purpose: string;
  readonly shape: ObjectShape | VariantsShape;
  /** The class that declares it in TypeScript, where there is one. */
  readonly construct?: Construct;
  /** What the construct's props call a field, where they differ; "" where the props have no such level. */
  readonly propNames?: Readonly<Record<string, string>>;
  /** What stands for a field in TypeScript where it is no prop. */
  readonly inTypeScript?: Readonly<Record<string, string>>;
  readonly example: Example;
}

/** A class of constructs. */
export interface Construct {
  readonly name: string;
  readonly prototype: object;
}

/** An example that stands on a page in both languages: the HCL is what the TypeScript synthesizes to. */
export interface Example {
  /** The TypeScript file beside this one that exports `addTo`; absent where no construct exists. */
  readonly file?: string;
  /** Adds the example to a stack. */
  readonly addTo: (stack: TerraformStack) => void;
}
