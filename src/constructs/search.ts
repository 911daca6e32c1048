import type { DeclaredFields } from "../declaration/field";
import { objectShapeOf } from "../declaration/shape";
import { chartSeries } from "../resources/chart-series/declaration";
import type { ChartSeriesDeclaration, SearchDeclaration } from "../resources/declared-types";
import { eventSearch } from "../resources/search/declaration";
import { positionMetadata, recordPosition } from "./code-position";
import { type MetaArguments, terraformAttributesOf, validateAtSynthesis, withReferredIds } from "./declared";
import { TerraformElement, type TerraformProvider } from "./framework";
import { LookUp, type ProviderOption } from "./look-up";
import { type ConstructScope, requireOwnFramework } from "./scope";
import type { SourceReference } from "./tile";

const TYPE = "clickstack_search";
const SEARCH = objectShapeOf(eventSearch);

type Query = Omit<SearchDeclaration, "sourceId" | "eventCount" | "events"> & {
  /** Source of logs or traces to search, or its id: `Source.byName(this, "Logs")`. */
  readonly source: SourceReference;
};

/** Props of a search. Default time range: the last 15 minutes. */
export type SearchProps = Query & MetaArguments;

/**
 * Number of events that match a condition: `search.observed.eventCount`. With `select`, also the events. The provider
 * searches in every plan. Open-source deployment only.
 */
export class Search extends LookUp<SearchDeclaration> {
  constructor(scope: ConstructScope, id: string, props: SearchProps) {
    super(scope, id, { type: TYPE, schema: eventSearch }, props);
  }
}

/** Props of a check that enough events arrive. */
export interface EventCheckProps extends Omit<Query, "select" | "orderBy" | "maxResults">, ProviderOption {
  /** Minimum number of events, up to 2000. Default: 1. */
  readonly atLeast?: number;
}

/**
 * Warns in every plan and after every apply if a source receives too few events. It is a `check` block, which never
 * fails a run. Requires Terraform 1.5, OpenTofu 1.5, or newer. Open-source deployment only.
 */
export class EventCheck extends TerraformElement {
  readonly #declared: DeclaredFields;
  readonly #atLeast: number;
  readonly #provider: TerraformProvider | undefined;

  // cdktf has no class for check blocks.
  constructor(scope: ConstructScope, id: string, { atLeast = 1, provider, ...query }: EventCheckProps) {
    super(requireOwnFramework(scope), id, "check");
    recordPosition(this);
    this.#atLeast = atLeast;
    this.#provider = provider;
    this.#declared = { ...withReferredIds(SEARCH, query), maxResults: atLeast };
    validateAtSynthesis(this, SEARCH, this.#declared, { propNames: { maxResults: "atLeast" } });
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  /** Returns the block in the JSON syntax of Terraform. */
  override toTerraform(): Record<string, unknown> {
    const name = this.friendlyUniqueId;
    const found = `data.${TYPE}.${name}.event_count`;
    const asked = {
      ...terraformAttributesOf(SEARCH, this.#declared),
      ...(this.#provider && { provider: this.#provider.fqn }),
    };
    return {
      check: {
        [name]: {
          "//": this.constructNodeMetadata,
          data: { [TYPE]: { [name]: asked } },
          assert: [
            {
              condition: `\${${found} >= ${this.#atLeast}}`,
              error_message: `Found \${${found}} of at least ${this.#atLeast} events. Check that the events are sent and match the condition.`,
            },
          ],
        },
      },
    };
  }
}

type SeriesDeclaration = ChartSeriesDeclaration["series"][number];

/** One series of a query. */
export type SeriesProps = Omit<SeriesDeclaration, "sourceId"> & {
  /** Source to query, or its id: `Source.byName(this, "Logs")`. */
  readonly source: SourceReference;
};

/** Props of a query of up to five series over a time range. */
export type ChartSeriesProps = Omit<ChartSeriesDeclaration, "rows" | "series"> &
  MetaArguments & {
    /** Series to query, one to five: `[{ source: logs, aggFn: "count" }]`. */
    readonly series: readonly SeriesProps[];
  };

/**
 * Values of up to five series over time: `series.observed.rows`. The provider queries them in every plan. Open-source
 * deployment only.
 */
export class ChartSeries extends LookUp<ChartSeriesDeclaration> {
  constructor(scope: ConstructScope, id: string, props: ChartSeriesProps) {
    super(scope, id, { type: "clickstack_chart_series", schema: chartSeries }, props);
  }
}
