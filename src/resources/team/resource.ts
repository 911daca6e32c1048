import type { JsonObject } from "../../client";
import { objectShapeOf } from "../../declaration/shape";
import type { Diagnostic, Resource } from "../../plugin";
import { observedWithOthers, type PlannedObject, plainResource } from "../shared/crud-resource";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { type TeamBody, type TeamRecord, teamApi } from "./api";
import { team } from "./declaration";
import { teams } from "./team-collection";

const TEAM = objectShapeOf(team);

/** `clickstack_team`: settings of the team of the access key (docs/internals/api-behavior.md 3.17). */
export const teamResource: Resource<Session> = plainResource<TeamRecord, TeamBody>({
  api: teamApi,
  shape: TEAM,
  description: "Settings of the team of the access key, for servers with roles. Open-source deployment only.",
  title: ({ name }) => (typeof name === "string" ? `"${name}"` : "of the access key"),
  collection: ({ client }) => client.collection(teams),
  body: ({ declared: { defaultUserRoleId, extraFields } }) =>
    ({ defaultUserRoleId: String(defaultUserRoleId), extraFields }) as JsonObject,
  observed: (record, before) => observedWithOthers(TEAM, { ...record, ...teamFactsOf(record) }, before),
  checkPlan: requireRoles,
});

async function requireRoles({ session, signal }: PlannedObject): Promise<readonly Diagnostic[]> {
  const records = await reportFailure("read the team", () => session.client.collection(teams).readAll({ signal }));
  if (records.some(({ defaultUserRole }) => defaultUserRole !== undefined)) {
    return [];
  }
  return [
    {
      severity: "error",
      summary: "The server has no settings of the team",
      detail:
        "Its response for the team contains no defaultUserRole, which only servers with roles have.\nFix: Remove the resource. The data source clickstack_team reads the team of any server.",
      path: ["default_user_role_id"],
    },
  ];
}

/** Returns a team as the resource and the look-up show it. */
export function teamFactsOf({ id, name = "", defaultUserRole }: TeamRecord) {
  return { id, name, defaultUserRoleId: defaultUserRole ?? undefined };
}
