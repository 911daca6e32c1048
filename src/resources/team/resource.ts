import type { JsonObject } from "../../client";
import { objectShapeOf } from "../../declaration/shape";
import { type DataSource, type Diagnostic, problem, type Resource } from "../../plugin";
import { observedWithOthers, type PlannedObject, plainResource } from "../shared/crud-resource";
import { createLookUp, lookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { foundToTerraform } from "../shared/terraform-form";
import { type TeamBody, type TeamRecord, teamApi, teams } from "./api";
import { team, teamLookup } from "./declaration";

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
    problem(
      "The server has no settings of the team",
      "Its response for the team contains no defaultUserRole, which only servers with roles have.\nFix: Remove the resource. The data source clickstack_team reads the team of any server.",
      ["default_user_role_id"],
    ),
  ];
}

/** Returns a team as the resource and the look-up show it. */
function teamFactsOf({ id, name = "", defaultUserRole }: TeamRecord) {
  return { id, name, defaultUserRoleId: defaultUserRole ?? undefined };
}

const LOOK_UP = objectShapeOf(teamLookup);
const WORDING = { api: teamApi, describe: ({ name }: ReturnType<typeof teamFactsOf>) => name };

/** `clickstack_team`: the team of the access key (docs/internals/api-behavior.md 3.17). */
export const teamDataSource: DataSource<Session> = createLookUp(
  LOOK_UP,
  "The team of the access key. Open-source deployment only.",
  async ({ id, name }, { session, signal }) => {
    const shown = await reportFailure("read the team", () => session.client.collection(teams).readShown({ signal }));
    const records = shown.records.map(teamFactsOf);
    const [only] = records;
    const isAny = (id ?? null) === null && (name ?? null) === null;
    return {
      state: foundToTerraform(LOOK_UP, isAny && only ? only : lookUp(WORDING, { ...shown, records }, { id, name })),
    };
  },
);
