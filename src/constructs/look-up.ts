import { type IResolvable, TerraformDataSource, Token } from "cdktf";
import type { Construct } from "constructs";
import type { z } from "zod";
import { attributeName } from "../schema/attribute-name";
import type { Fields } from "../schema/field";
import { type Field, type ObjectShape, objectShapeOf } from "../schema/shape";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

/** The value that stands for an attribute until Terraform has read it. Lists and maps of objects are tokens that Terraform's functions take. */
type TokenOf<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends boolean
      ? IResolvable
      : V extends readonly string[]
        ? string[]
        : V extends readonly number[]
          ? number[]
          : IResolvable;

/** What a look-up found, by the names of the declaration. Every value is a token. */
export type Observed<S extends z.ZodObject> = {
  readonly [K in keyof z.input<S>]-?: TokenOf<NonNullable<z.input<S>[K]>>;
};

/** How a data source is declared: what its author can say of it. */
export interface LookUpKind<S extends z.ZodObject> {
  /** The type in Terraform. */
  readonly type: string;
  readonly schema: S;
  /** What the props call the fields of the declaration, where they differ. */
  readonly propNames?: Readonly<Record<string, string>>;
}

/** What exists in ClickStack or ClickHouse Cloud and is read, not managed. */
export abstract class LookUp<S extends z.ZodObject> extends TerraformDataSource {
  /** What was found: every attribute, as a token. */
  readonly observed: Observed<S>;

  readonly #shape: ObjectShape;
  readonly #declared: Fields;

  protected constructor(
    scope: Construct,
    id: string,
    { type, schema, propNames }: LookUpKind<S>,
    props: MetaArguments,
    declaredOf: (props: object) => Fields = (fields) => fields as Fields,
  ) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, { terraformResourceType: type, terraformGeneratorMetadata: GENERATOR_METADATA, ...meta });
    this.#shape = objectShapeOf(schema);
    this.#declared = declaredOf(declared);
    this.observed = this.#tokens() as Observed<S>;
    validateAtSynthesis(this, this.#shape, this.#declared, { propNames });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(this.#shape, this.#declared);
  }

  /** Made when asked for, because every token takes a place in a table of cdktf. */
  #tokens(): object {
    const fields = Object.values(this.#shape.fields);
    return Object.defineProperties(
      {},
      Object.fromEntries(
        fields.map((field) => [field.name, { enumerable: true, get: () => this.#token(field) }] as const),
      ),
    );
  }

  #token(field: Field): unknown {
    const name = attributeName(field);
    const { shape } = field;
    if (shape.kind === "string") return this.getStringAttribute(name);
    if (shape.kind === "number") return this.getNumberAttribute(name);
    if (shape.kind === "list" && shape.item.kind === "string") return this.getListAttribute(name);
    if (shape.kind === "list" && shape.item.kind === "number")
      return Token.asNumberList(this.interpolationForAttribute(name));
    return this.interpolationForAttribute(name);
  }
}

/** One object, found by its id or its name. */
export abstract class NamedLookUp<S extends z.ZodObject> extends LookUp<S> {
  /** The object's id; one token, because many tiles ask for it. */
  readonly id: string = this.getStringAttribute("id");
}
