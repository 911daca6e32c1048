import type { ExistingSourceDeclaration, SourceDeclaration, SourcesDeclaration } from "../generated/declared-types";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "../resources/source/declaration";
import { idOf, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { byId, byName, listClass, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";
import type { ConnectionReference } from "./tile";

/** Props that select a source: `id`, or `name` with an optional `kind`. */
export type ExistingSourceProps = Pick<ExistingSourceDeclaration, "id" | "name" | "kind"> & MetaArguments;

/** An existing source that this program does not manage. Tiles accept it as their `source`. */
export class ExistingSource extends lookUpClass<ExistingSourceDeclaration>(
  "clickstack_source",
  sourceLookup,
)<ExistingSourceProps> {}

/** Props that filter the list of sources. */
export type SourcesProps = Pick<SourcesDeclaration, "kind"> & MetaArguments;

/** List of sources, managed or not: `sources.observed.sources`. */
export class Sources extends listClass<SourcesDeclaration>("clickstack_sources", sourcesLookup)<SourcesProps> {}

type PropsOf<D> = D extends SourceDeclaration ? Omit<D, "id" | "connection" | "otherFields"> : never;

/** Props of a source, by its kind. */
export type SourceProps = PropsOf<SourceDeclaration> &
  Omit<MetaArguments, "connection"> & {
    /** Connection that the source uses to read, or its id: `Connection.byName(this, "Default")`. */
    readonly connection: ConnectionReference;
  };

/** A managed source. `Source.byName` and `Source.byId` look up an existing one. */
export class Source extends DeclaredResource<"clickstack_source", Omit<SourceProps, "connection">> {
  /** Looks up an existing source by its name. */
  static readonly byName = byName(ExistingSource);
  /** Looks up an existing source by its id. */
  static readonly byId = byId(ExistingSource);

  constructor(scope: ConstructScope, id: string, props: SourceProps) {
    const { connection, ...fields } = { ...props };
    super(scope, id, { type: "clickstack_source", schema: sourceDeclaration }, props && fields, (declared) => ({
      ...declared,
      connection: idOf(connection),
    }));
  }
}
