import type { DeclaredFields } from "../declaration/field";
import { connection, connectionLookup, connectionsLookup } from "../resources/connection/declaration";
import type {
  ConnectionDeclaration,
  ConnectionsDeclaration,
  ExistingConnectionDeclaration,
  ExistingSourceDeclaration,
  SourceDeclaration,
  SourcesDeclaration,
} from "../resources/declared-types";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "../resources/source/declaration";
import { LINKS, sourceLinks } from "../resources/source-links/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource, managedClass } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";
import type { ConnectionReference } from "./tile";

/** Props that select a connection: `id` or `name`. */
export type ExistingConnectionProps = Pick<ExistingConnectionDeclaration, "id" | "name"> & MetaArguments;

/**
 * An existing connection that this program does not manage. Sources and SQL tiles accept it as their `connection`.
 * Open-source deployment only.
 */
export class ExistingConnection extends lookUpClass<ExistingConnectionDeclaration>(
  "clickstack_connection",
  connectionLookup,
)<ExistingConnectionProps> {}

/** Props that filter the list of connections. */
export type ConnectionsProps = Omit<ConnectionsDeclaration, "connections"> & MetaArguments;

/** List of connections, managed or not: `connections.observed.connections`. Open-source deployment only. */
export class Connections extends listClass<ConnectionsDeclaration>(
  "clickstack_connections",
  connectionsLookup,
)<ConnectionsProps> {}

/** Props of a connection. Keep the password out of the program: pass a Terraform variable. */
export type ConnectionProps = Omit<ConnectionDeclaration, "id" | "otherFields"> & MetaArguments;

/**
 * A managed connection. `Connection.byName` and `Connection.byId` look up an existing one. Open-source deployment only.
 */
export class Connection extends managedClass(
  "clickstack_connection",
  connection,
  ExistingConnection,
)<ConnectionProps> {}

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
export class Source extends managedClass("clickstack_source", sourceDeclaration, ExistingSource)<SourceProps> {}

type LinkedSource = Source | ExistingSource | string;

/** Props of the links of a source. At least one link is required. */
export type SourceLinksProps = MetaArguments & {
  /** The source whose links are managed, or its id. */
  readonly source: LinkedSource;
  /** The source of the logs that belong to traces or metrics. Default: this resource does not change the link. */
  readonly logSource?: LinkedSource;
  /** The source of the traces that belong to logs. Default: this resource does not change the link. */
  readonly traceSource?: LinkedSource;
  /** The source of the metrics that belong to logs or traces. Default: this resource does not change the link. */
  readonly metricSource?: LinkedSource;
  /** The source of the sessions that belong to traces. Default: this resource does not change the link. */
  readonly sessionSource?: LinkedSource;
};

/**
 * Links of a source, for sources that refer to each other. Only declared links are managed, and a destroy clears them. A
 * managed source ignores changes of these links from now on.
 */
export class SourceLinks extends DeclaredResource<"clickstack_source_links", SourceLinksProps> {
  constructor(scope: ConstructScope, id: string, props: SourceLinksProps) {
    super(scope, id, "clickstack_source_links", sourceLinks, props);
  }

  protected override toDeclared(props: SourceLinksProps): DeclaredFields {
    const declared = super.toDeclared(props);
    ignoreLinks(
      props.source,
      LINKS.filter((name) => name in declared),
    );
    return declared;
  }
}

/** An update replaces the whole source, so it would clear links that the code of the source does not declare. */
function ignoreLinks(source: LinkedSource, links: readonly string[]): void {
  if (!(source instanceof Source) || source.lifecycle?.ignoreChanges === "all") {
    return;
  }
  const attributes = links.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const ignored = [...(source.lifecycle?.ignoreChanges ?? []), ...attributes];
  source.lifecycle = { ...source.lifecycle, ignoreChanges: [...new Set(ignored)] };
}
