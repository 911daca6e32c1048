import { alertType } from "./alert";
import { apiKeyType } from "./api-key";
import { chartSeriesType } from "./chart-series";
import { connectionType } from "./connection";
import { dashboardType } from "./dashboard";
import { organizationUserType } from "./organization-user";
import { organizationRoleType } from "./role";
import { roleAssignmentType } from "./role-assignment";
import { savedSearchType } from "./saved-search";
import { searchType } from "./search";
import { sourceType } from "./source";
import { sourceLinksType } from "./source-links";
import { teamType } from "./team";
import { teamMemberType } from "./team-member";
import { teamRoleType } from "./team-role";
import { webhookType } from "./webhook";

/**
 * Every resource type, in the order of reports. All other lists of resource types are derived from this one. The last
 * three have only data sources.
 */
export const resourceTypes = [
  dashboardType,
  alertType,
  apiKeyType,
  savedSearchType,
  webhookType,
  sourceType,
  sourceLinksType,
  connectionType,
  organizationRoleType,
  roleAssignmentType,
  teamRoleType,
  teamType,
  teamMemberType,
  organizationUserType,
  chartSeriesType,
  searchType,
] as const;
