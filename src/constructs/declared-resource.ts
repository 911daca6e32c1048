import type { Construct } from "constructs";
import type { z } from "zod";
import type { DeclaredFields } from "../declaration/field";
import { type ObjectShape, shapeOf, type VariantsShape } from "../declaration/shape";
import { GENERATOR_METADATA } from "./clickstack-provider";
import { positionMetadata, recordPosition } from "./code-position";
import {
  type MetaArguments,
  type PropValidation,
  readProps,
  requireProps,
  splitMetaArguments,
  terraformAttributesOf,
  validateAtSynthesis,
  withReferredIds,
} from "./declared";
import { TerraformResource } from "./framework";
import { findFormProblems, type PropForms } from "./prop-forms";
import { type ConstructScope, requireOwnFramework } from "./scope";

/** Declaration of a resource: its type in Terraform and its fields. */
interface ResourceDeclaration<T> extends Pick<PropValidation, "more"> {
  readonly type: T;
  readonly schema: z.ZodType;
  /** Forms of the props that helpers create. */
  readonly forms?: PropForms;
}

/** Base class of the managed resources. */
export abstract class DeclaredResource<
  T extends `clickstack_${string}`,
  P extends MetaArguments,
> extends TerraformResource {
  /** Type in Terraform. It also prevents the compiler from accepting one resource for another. */
  declare readonly terraformResourceType: T;

  readonly #shape: ObjectShape | VariantsShape;
  readonly #declared: DeclaredFields;

  protected constructor(
    scope: ConstructScope,
    id: string,
    { type, schema, forms = {}, ...validation }: ResourceDeclaration<T>,
    props: P,
    toDeclared: (props: Omit<P, keyof MetaArguments>) => DeclaredFields = (fields) =>
      withReferredIds(shapeOf(schema) as ObjectShape | VariantsShape, fields as DeclaredFields),
  ) {
    requireProps(scope as Construct, id, props, new.target.name);
    const { meta, declared } = splitMetaArguments(props);
    super(requireOwnFramework(scope), id, {
      terraformResourceType: type,
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    recordPosition(this);
    this.#shape = shapeOf(schema) as ObjectShape | VariantsShape;
    const formProblems = findFormProblems(declared, forms);
    this.#declared = formProblems.length > 0 ? {} : readProps(this, () => toDeclared(declared));
    validateAtSynthesis(this, this.#shape, this.#declared, { ...validation, formProblems });
  }

  /** The id of the object. It is a token. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return terraformAttributesOf(this.#shape, this.#declared);
  }
}
