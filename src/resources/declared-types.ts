import type { z } from "zod";
import type { AlertChart } from "./alert/chart";
import type { alertChannel, alertLookup, alertsLookup } from "./alert/declaration";
import type { apiKeyLookup, apiKeysLookup } from "./api-key/declaration";
import type { connection, connectionLookup, connectionsLookup } from "./connection/declaration";
import type { dashboardLookup, dashboardsLookup } from "./dashboard/declaration";
import type { dashboardFilter, savedFilterValue } from "./dashboard/filter";
import type { colorRuleField, numberFormatField } from "./dashboard/tiles/appearance";
import type { formula } from "./dashboard/tiles/formula";
import type { tileConfigField } from "./dashboard/tiles/tile-config";
import type { organizationUserLookup, organizationUsersLookup } from "./organization-user/declaration";
import type { organizationRole, roleLookup, rolesLookup } from "./role/declaration";
import type { roleAssignment } from "./role-assignment/declaration";
import type { savedSearch, savedSearchesLookup, savedSearchLookup } from "./saved-search/declaration";
import type { sourceLookup, sourcesLookup } from "./source/declaration";
import type { sourceLinks } from "./source-links/declaration";
import type { team, teamLookup } from "./team/declaration";
import type { teamMember, teamMemberLookup, teamMembersLookup } from "./team-member/declaration";
import type { permission, teamRole, teamRoleLookup, teamRolesLookup } from "./team-role/declaration";
import type { webhook, webhookLookup, webhooksLookup } from "./webhook/declaration";

/*
 * Types of the declared objects, for the props of the constructs. The build replaces this module with equal types that
 * have the documentation for editors (scripts/build/main.ts).
 */

export type { AlertDeclaration } from "./alert/declaration";
export type { ApiKeyDeclaration, TemporaryApiKeyDeclaration } from "./api-key/declaration";
export type { ChartSeriesDeclaration } from "./chart-series/declaration";
export type { DashboardDeclaration } from "./dashboard/declaration";
export type { OnClick } from "./dashboard/tiles/on-click";
export type { SelectItem } from "./dashboard/tiles/select-item";
export type { TileDeclaration } from "./dashboard/tiles/tile";
export type { ClickStackProviderDeclaration } from "./provider-arguments";
export type { SearchDeclaration } from "./search/declaration";
export type { SourceDeclaration } from "./source/declaration";

export type TileConfig = z.input<typeof tileConfigField>;
export type NumberTileConfig = Exclude<Extract<TileConfig, { displayType: "number" }>, { configType: "sql" }>;
export type Formula = z.input<typeof formula>;
export type NumberFormat = NonNullable<z.input<typeof numberFormatField>>;
type ColorRuleDeclaration = z.input<typeof colorRuleField>;
export type BetweenColorRuleDeclaration = Extract<ColorRuleDeclaration, { operator: "between" }>;
export type EqColorRuleDeclaration = Extract<ColorRuleDeclaration, { operator: "eq" }>;
export type GtColorRuleDeclaration = Extract<ColorRuleDeclaration, { operator: "gt" }>;
export type DashboardFilter = z.input<typeof dashboardFilter>;
export type StaticListDashboardFilter = Extract<DashboardFilter, { type: "STATIC_LIST" }>;
export type PrometheusLabelDashboardFilter = Extract<DashboardFilter, { type: "PROMETHEUS_LABEL" }>;
export type QueryExpressionDashboardFilter = Exclude<
  DashboardFilter,
  StaticListDashboardFilter | PrometheusLabelDashboardFilter
>;
export type SavedFilterValue = z.input<typeof savedFilterValue>;
export type VariableSavedFilterValue = Extract<SavedFilterValue, { type: "variable" }>;
export type ExistingDashboardDeclaration = z.input<typeof dashboardLookup>;
export type DashboardsDeclaration = z.input<typeof dashboardsLookup>;

export type LineAlertChart = Exclude<Extract<AlertChart, { displayType: "line" }>, { configType: "sql" }>;
export type AlertChannelDeclaration = z.input<typeof alertChannel>;
export type ExistingAlertDeclaration = z.input<typeof alertLookup>;
export type AlertsDeclaration = z.input<typeof alertsLookup>;

export type ExistingApiKeyDeclaration = z.input<typeof apiKeyLookup>;
export type ApiKeysDeclaration = z.input<typeof apiKeysLookup>;

export type SavedSearchDeclaration = z.input<typeof savedSearch>;
export type ExistingSavedSearchDeclaration = z.input<typeof savedSearchLookup>;
export type SavedSearchesDeclaration = z.input<typeof savedSearchesLookup>;

export type WebhookDeclaration = z.input<typeof webhook>;
export type ExistingWebhookDeclaration = z.input<typeof webhookLookup>;
export type WebhooksDeclaration = z.input<typeof webhooksLookup>;

export type ExistingSourceDeclaration = z.input<typeof sourceLookup>;
export type SourcesDeclaration = z.input<typeof sourcesLookup>;
export type SourceLinksDeclaration = z.input<typeof sourceLinks>;

export type ConnectionDeclaration = z.input<typeof connection>;
export type ExistingConnectionDeclaration = z.input<typeof connectionLookup>;
export type ConnectionsDeclaration = z.input<typeof connectionsLookup>;

export type RoleDeclaration = z.input<typeof organizationRole>;
export type ExistingRoleDeclaration = z.input<typeof roleLookup>;
export type RolesDeclaration = z.input<typeof rolesLookup>;
export type RoleAssignmentDeclaration = z.input<typeof roleAssignment>;

export type TeamRoleDeclaration = z.input<typeof teamRole>;
export type TeamRolePermission = z.input<typeof permission>;
export type ExistingTeamRoleDeclaration = z.input<typeof teamRoleLookup>;
export type TeamRolesDeclaration = z.input<typeof teamRolesLookup>;

export type TeamDeclaration = z.input<typeof team>;
export type ExistingTeamDeclaration = z.input<typeof teamLookup>;
export type TeamMemberDeclaration = z.input<typeof teamMember>;
export type ExistingTeamMemberDeclaration = z.input<typeof teamMemberLookup>;
export type TeamMembersDeclaration = z.input<typeof teamMembersLookup>;

export type OrganizationUserDeclaration = z.input<typeof organizationUserLookup>;
export type OrganizationUsersDeclaration = z.input<typeof organizationUsersLookup>;
