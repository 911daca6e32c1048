import { objectShapeOf } from "../declaration/shape";
import { LINKS, sourceLinks } from "../resources/source-links/declaration";
import { type MetaArguments, withReferredIds } from "./declared";
import { DeclaredResource } from "./declared-resource";
import type { ConstructScope } from "./scope";
import { type ExistingSource, Source } from "./source";

type LinkedSource = Source | ExistingSource | string;

/** Props of the links of a source. At least one link is required. */
export type SourceLinksProps = MetaArguments & {
  /** The source whose links are managed, or its id. */
  readonly source: LinkedSource;
  /** The source of the logs that belong to traces or metrics. Default: not managed here. */
  readonly logSource?: LinkedSource;
  /** The source of the traces that belong to logs. Default: not managed here. */
  readonly traceSource?: LinkedSource;
  /** The source of the metrics that belong to logs or traces. Default: not managed here. */
  readonly metricSource?: LinkedSource;
  /** The source of the sessions that belong to traces. Default: not managed here. */
  readonly sessionSource?: LinkedSource;
};

/**
 * Links of a source, for sources that refer to each other. Only declared links are managed, and a destroy clears them. A
 * managed source ignores changes of these links from now on.
 */
export class SourceLinks extends DeclaredResource<"clickstack_source_links", SourceLinksProps> {
  constructor(scope: ConstructScope, id: string, props: SourceLinksProps) {
    super(scope, id, { type: "clickstack_source_links", schema: sourceLinks }, props, (links) => {
      const declared = withReferredIds(SHAPE, links);
      ignoreLinks(
        links.source,
        LINKS.filter((name) => name in declared),
      );
      return declared;
    });
  }
}

const SHAPE = objectShapeOf(sourceLinks);

/** An update of a source replaces all of it, so it would clear links that its own code does not declare. */
function ignoreLinks(source: LinkedSource, links: readonly string[]): void {
  if (!(source instanceof Source) || source.lifecycle?.ignoreChanges === "all") {
    return;
  }
  const attributes = links.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const ignored = [...(source.lifecycle?.ignoreChanges ?? []), ...attributes];
  source.lifecycle = { ...source.lifecycle, ignoreChanges: [...new Set(ignored)] };
}
