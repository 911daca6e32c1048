import type { Construct } from "constructs";
import type { z } from "zod";
import { shapeOf, type VariantsShape } from "../declaration/shape";
import { type SourceDeclaration, source, sourceLookup, sourcesLookup } from "../resources/source/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { LookUp, NamedLookUp } from "./look-up";
import { type ConnectionReference, idOf } from "./tile";

/** How a source is found: by `id`, or by `name` and perhaps `kind`. */
export type SourceProps = Pick<z.input<typeof sourceLookup>, "id" | "name" | "kind"> & MetaArguments;

/** A source that exists in ClickStack. Tiles take it as it is. */
export class Source extends NamedLookUp<typeof sourceLookup> {
  static readonly tfResourceType = "clickstack_source";

  constructor(scope: Construct, id: string, props: SourceProps) {
    super(scope, id, { type: Source.tfResourceType, schema: sourceLookup }, props);
  }
}

/** How sources are listed: all of them, or those of one kind. */
export type SourcesProps = Pick<z.input<typeof sourcesLookup>, "kind"> & MetaArguments;

/** All sources that exist in ClickStack, or those of one kind: `sources.observed.sources`. */
export class Sources extends LookUp<typeof sourcesLookup> {
  constructor(scope: Construct, id: string, props: SourcesProps = {}) {
    super(scope, id, { type: "clickstack_sources", schema: sourcesLookup }, props);
  }
}

const SOURCE = shapeOf(source) as VariantsShape;

type PropsOf<D> = D extends SourceDeclaration ? Omit<D, "id" | "connection" | "otherFields"> : never;

/** What a source is made of, by its kind. */
export type SourceResourceProps = PropsOf<SourceDeclaration> &
  Omit<MetaArguments, "connection"> & {
    /** The connection that the source reads through. */
    readonly connection: ConnectionReference;
  };

/** A source that this program creates and changes. `Source` looks up one that exists. Tiles take either as it is. */
export class SourceResource extends DeclaredResource<"clickstack_source", Omit<SourceResourceProps, "connection">> {
  constructor(scope: Construct, id: string, { connection, ...props }: SourceResourceProps) {
    const type = "clickstack_source";
    super(scope, id, { type, shape: SOURCE }, props, (declared) => ({ ...declared, connection: idOf(connection) }));
  }
}
