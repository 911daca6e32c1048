import type { ResourceType } from "../resource-type";
import { teamApi, teams } from "./api";
import { team, teamLookup } from "./declaration";
import { teamDataSource, teamResource } from "./resource";

export const teamType = {
  type: "clickstack_team",
  api: teamApi,
  member: "teams",
  part: () => teams,
  declaration: () => team,
  resource: () => teamResource,
  construct: "Team",
  dataSources: {
    clickstack_team: {
      construct: "ExistingTeam",
      declaration: () => teamLookup,
      details: "Without arguments, it reads the team of the access key.",
    },
  },
  lookUps: () => ({ one: teamDataSource }),
  hasUniqueNames: true,
  madeByServers: true,
  subcategory: "Teams",
  details:
    "A team exists before its settings are declared: the first apply adopts the team of the access key, and a destroy leaves the team and its settings unchanged. The open-source server has no setting that can be changed. Self-hosted servers with roles have one.",
} as const satisfies ResourceType;
