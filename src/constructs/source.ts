import type { Construct } from "constructs";
import type { z } from "zod";
import { sourceLookup, sourcesLookup } from "../schema/source-lookup";
import { LookUp, NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof sourceLookup>, "id" | "name" | "kind">;

/** How a source is found: by `id`, or by `name` and perhaps `kind`. */
export type SourceProps = Declaration & MetaArguments;

/** A source that exists in ClickStack. Tiles take it as it is. */
export class Source extends NamedLookUp<typeof sourceLookup> {
  constructor(scope: Construct, id: string, props: SourceProps) {
    super(scope, id, { type: "clickstack_source", schema: sourceLookup }, props);
  }

  /** The source with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: Pick<SourceProps, "kind" | "provider"> = {}): Source {
    return byNameOnce(scope, "source", name, options, Source);
  }

  /** The source with this id. */
  static byId(scope: Construct, sourceId: string, options: ProviderOption = {}): Source {
    return byIdOnce(scope, "source", sourceId, options, Source);
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
