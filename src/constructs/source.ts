import type { Construct } from "constructs";
import type { z } from "zod";
import { type SourceDeclaration, source, sourceLookup, sourcesLookup } from "../resources/source/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up-class";
import { type ConnectionReference, idOf } from "./tile";

/** How a source is found: by `id`, or by `name` and perhaps `kind`. */
export type SourceProps = Pick<z.input<typeof sourceLookup>, "id" | "name" | "kind"> & MetaArguments;

/** A source that exists in ClickStack. Tiles take it as it is. */
export class Source extends lookUpClass("clickstack_source", sourceLookup)<SourceProps> {}

/** How sources are listed: all of them, or those of one kind. */
export type SourcesProps = Pick<z.input<typeof sourcesLookup>, "kind"> & MetaArguments;

/** All sources that exist in ClickStack, or those of one kind: `sources.observed.sources`. */
export class Sources extends listClass("clickstack_sources", sourcesLookup)<SourcesProps> {}

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
    super(scope, id, { type, schema: source }, props, (declared) => ({ ...declared, connection: idOf(connection) }));
  }
}
