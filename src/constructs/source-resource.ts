import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { shapeOf, type VariantsShape } from "../schema/shape";
import { type SourceDeclaration, source } from "../schema/source";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";
import { type ConnectionReference, idOf } from "./tile";

const SOURCE = shapeOf(source) as VariantsShape;

type PropsOf<D> = D extends SourceDeclaration ? Omit<D, "id" | "connection" | "otherFields"> : never;

/** What a source is made of, by its kind. */
export type SourceResourceProps = PropsOf<SourceDeclaration> &
  Omit<MetaArguments, "connection"> & {
    /** The connection that the source reads through. */
    readonly connection: ConnectionReference;
  };

/** A source that this program creates and changes. `Source` looks up one that exists. Tiles take either as it is. */
export class SourceResource extends TerraformResource {
  readonly #declared: SourceDeclaration;

  constructor(scope: Construct, id: string, { connection, ...props }: SourceResourceProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_source",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    this.#declared = { ...declared, connection: idOf(connection) } as SourceDeclaration;
    validateAtSynthesis(this, SOURCE, this.#declared);
  }

  /** The source's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(SOURCE, this.#declared);
  }
}
