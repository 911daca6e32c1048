/** ClickHouse Cloud API keys and ClickStack dashboards and alerts as code. */
export {
  type AggregateOptions,
  any,
  avg,
  count,
  countDistinct,
  lastValue,
  max,
  min,
  quantile,
  sum,
} from "./constructs/aggregate";
export {
  Alert,
  type AlertableDisplayType,
  type AlertProps,
  type AlertTarget,
  type SavedSearchReference,
} from "./constructs/alert";
export { ApiKey } from "./constructs/api-key";
export type { AdoptedKey, ApiKeyProps, RoleReference, Rotation } from "./constructs/api-key-props";
export { ClickStackProvider, type ClickStackProviderProps } from "./constructs/clickstack-provider";
export type { ColorRule } from "./constructs/color-rule";
export { Dashboard, type DashboardProps, type FilterProps, type Tiles } from "./constructs/dashboard";
export { KeyMaterial, type KeyMaterialProps } from "./constructs/key-material";
export type { MetaArguments } from "./constructs/meta-arguments";
export { type DashboardReference, onClick } from "./constructs/on-click";
export { SavedSearch, type SavedSearchProps } from "./constructs/saved-search";
export { Source, type SourceProps } from "./constructs/source";
export {
  above,
  aboveExclusive,
  below,
  belowOrEqual,
  between,
  equalTo,
  notBetween,
  notEqualTo,
  type Threshold,
} from "./constructs/threshold";
export {
  type ConnectionReference,
  type DisplayType,
  type SourceReference,
  type SqlTileProps,
  type Tile,
  type TilePlacement,
  type TileProps,
  tile,
} from "./constructs/tile";
export { TileReference } from "./constructs/tile-reference";
export { Webhook, type WebhookProps } from "./constructs/webhook";
export { WebhookResource, type WebhookResourceProps } from "./constructs/webhook-resource";
export { SystemRole } from "./schema/key-roles";
export { VERSION } from "./version";
