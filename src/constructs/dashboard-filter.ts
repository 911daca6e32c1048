import type { FILTER_SYNONYMS } from "../resources/declarations";
import type {
  PrometheusLabelDashboardFilter,
  QueryExpressionDashboardFilter,
  StaticListDashboardFilter,
} from "../resources/declared-types";
import type { Synonyms } from "./compiler-hint";
import type { Retyped } from "./declared";
import type { SourceReference } from "./tile";

/** Use of the selected value: as a filter, as a variable, or both. */
type FilterUse =
  | (Broadcast<false, undefined> & Variable<true>)
  | (Partial<Broadcast<true, readonly SourceReference[]>> & Variable<true>)
  | (Partial<Broadcast<true, readonly SourceReference[]>> &
      Partial<Retyped<QueryExpressionDashboardFilter, "isVariableEnabled", false>> &
      Retyped<QueryExpressionDashboardFilter, "variableName", undefined>);

type Broadcast<B extends boolean, S> = Required<Retyped<QueryExpressionDashboardFilter, "isBroadcastEnabled", B>> & {
  /** Sources, or their ids, to whose tiles the filter applies. Default: all sources. */
  readonly appliesTo?: S;
};

type Variable<V extends boolean> = Required<Retyped<QueryExpressionDashboardFilter, "isVariableEnabled", V>> &
  Readonly<Pick<QueryExpressionDashboardFilter, "variableName">>;

interface FilterSource {
  /** Source of the filter's values, or its id: `Source.byName(this, "Logs")`. */
  readonly source: SourceReference;
}

/**
 * Filter whose values an expression provides: `{ name: "Service", expression: "ServiceName", source: logs }`. The
 * selected value filters the tiles, or tiles use it as a variable, or both.
 */
export type QueryFilterProps = Omit<
  QueryExpressionDashboardFilter,
  "sourceId" | "appliesToSourceIds" | "isBroadcastEnabled" | "isVariableEnabled" | "variableName"
> &
  FilterUse &
  FilterSource &
  Synonyms<typeof FILTER_SYNONYMS>;

/**
 * Filter with declared options: `{ type: "STATIC_LIST", name: "Environment", options: ["prod", "stage"] }`. Tiles use the
 * selected value as a variable.
 */
export type StaticListFilterProps = Readonly<StaticListDashboardFilter>;

/**
 * Filter whose values a Prometheus label provides:
 * `{ type: "PROMETHEUS_LABEL", name: "Pod", label: "pod", source: metrics }`. Tiles use the selected value as a variable.
 */
export type PrometheusLabelFilterProps = Readonly<Omit<PrometheusLabelDashboardFilter, "sourceId">> & FilterSource;

/** Drop-down filter above a dashboard. `type` selects the kind. */
export type FilterProps = QueryFilterProps | StaticListFilterProps | PrometheusLabelFilterProps;
