import { alertType } from "./alert/type";
import { apiKeyType } from "./api-key/type";
import { chartSeriesType } from "./chart-series/type";
import { connectionType } from "./connection/type";
import { dashboardType } from "./dashboard/type";
import type { ResourceType } from "./resource-type";
import { roleType } from "./role/type";
import { savedSearchType } from "./saved-search/type";
import { searchType } from "./search/type";
import { sourceType } from "./source/type";
import { teamRoleType } from "./team-role/type";
import { webhookType } from "./webhook/type";

/** Every resource type, in the order of reports. All other lists of them are made from this one. */
export const resourceTypes = [
  dashboardType,
  alertType,
  apiKeyType,
  savedSearchType,
  webhookType,
  sourceType,
  connectionType,
  roleType,
  teamRoleType,
  chartSeriesType,
  searchType,
] as const satisfies readonly ResourceType[];
