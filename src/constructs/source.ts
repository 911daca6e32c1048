import { TerraformDataSource } from "cdktf";
import type { Construct } from "constructs";
import type { z } from "zod";
import type { Fields } from "../schema/field";
import { objectShapeOf } from "../schema/shape";
import { sourceLookup } from "../schema/source-lookup";
import { attributesOf, validateAtSynthesis } from "./declared";
import { lookUpOnce } from "./look-up-once";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

const SOURCE = objectShapeOf(sourceLookup);

/** How a source is found: by `id`, or by `name` and perhaps `kind`. */
export type SourceProps = Pick<z.input<typeof sourceLookup>, "id" | "name" | "kind"> & MetaArguments;

/** A source that exists in ClickStack. Tiles take it as it is. */
export class Source extends TerraformDataSource {
  readonly #declared: Fields;

  constructor(scope: Construct, id: string, props: SourceProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_source",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    this.#declared = declared;
    validateAtSynthesis(this, SOURCE, declared);
  }

  /** The source with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: Pick<SourceProps, "kind" | "provider"> = {}): Source {
    return lookUpOnce(
      scope,
      "source",
      { name, kind: options.kind, provider: options.provider?.node.path },
      (id) => new Source(scope, id, { name, ...options }),
    );
  }

  /** The source with this id. */
  static byId(scope: Construct, sourceId: string, options: Pick<SourceProps, "provider"> = {}): Source {
    return lookUpOnce(
      scope,
      "source",
      { id: sourceId, provider: options.provider?.node.path },
      (id) => new Source(scope, id, { id: sourceId, ...options }),
    );
  }

  /** The source's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(SOURCE, this.#declared);
  }
}
