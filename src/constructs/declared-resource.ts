import type { Construct } from "constructs";
import type { z } from "zod";
import type { DeclaredFields } from "../declaration/field";
import { type ObjectShape, shapeOf, type VariantsShape } from "../declaration/shape";
import { GENERATOR_METADATA } from "./clickstack-provider";
import {
  type MetaArguments,
  type PropsMistakes,
  readProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
} from "./declared";
import { TerraformResource } from "./framework";

/** How a resource is declared: its type in Terraform, its fields, and how the props differ from them. */
interface ResourceDeclaration<T> extends PropsMistakes {
  readonly type: T;
  readonly schema: z.ZodType;
}

/** A resource that this program creates and changes, declared by its props. */
export abstract class DeclaredResource<
  T extends `clickstack_${string}`,
  P extends MetaArguments,
> extends TerraformResource {
  /** The type in Terraform. It also keeps the compiler from taking one resource for another. */
  declare readonly terraformResourceType: T;

  readonly #shape: ObjectShape | VariantsShape;
  readonly #declared: DeclaredFields;

  protected constructor(
    scope: Construct,
    id: string,
    { type, schema, ...mistakes }: ResourceDeclaration<T>,
    props: P,
    declaredOf: (props: Omit<P, keyof MetaArguments>) => DeclaredFields = (fields) => fields as DeclaredFields,
  ) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, { terraformResourceType: type, terraformGeneratorMetadata: GENERATOR_METADATA, ...meta });
    this.#shape = shapeOf(schema) as ObjectShape | VariantsShape;
    this.#declared = readProps(this, () => declaredOf(declared));
    validateAtSynthesis(this, this.#shape, this.#declared, mistakes);
  }

  /** The object's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(this.#shape, this.#declared);
  }
}
