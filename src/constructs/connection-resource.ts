import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { type ConnectionDeclaration, connection } from "../schema/connection";
import { objectShapeOf } from "../schema/shape";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

const CONNECTION = objectShapeOf(connection);

/** What a connection is made of. Keep the password out of the program: pass a Terraform variable. */
export type ConnectionResourceProps = Omit<ConnectionDeclaration, "id" | "otherFields"> & MetaArguments;

/** A connection that this program creates and changes. Sources and tiles in SQL take it as it is. Open-source deployment only. */
export class ConnectionResource extends TerraformResource {
  readonly #declared: ConnectionDeclaration;

  constructor(scope: Construct, id: string, props: ConnectionResourceProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_connection",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    this.#declared = declared;
    validateAtSynthesis(this, CONNECTION, declared);
  }

  /** The connection's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(CONNECTION, this.#declared);
  }
}
