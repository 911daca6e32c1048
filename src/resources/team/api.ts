import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, resourceApi, wrongField } from "../../client/reads/resource-api";

/** The team of the access key (docs/internals/api-behavior.md 3.17). */
export interface TeamRecord extends ApiRecord {
  readonly name?: string;
  /** Null if none is set. Only servers with roles return the field. */
  readonly defaultUserRole?: string | null;
}

export interface TeamBody extends JsonObject {
  readonly defaultUserRoleId: string;
}

/** The list has one team: that of the access key. */
export const teamApi = resourceApi<TeamRecord, TeamBody>({
  name: "team",
  plural: "teams",
  segment: "team",
  notFound: "plain_text",
  capabilities: { open_source: { ...FULL, lookup: "list" } },
  updateMethod: "PATCH",
  listOf: (team) => [team],
  wrongInside: (record) => wrongField(record, { name: "text", defaultUserRole: "text" }),
  matches: () => false,
});

/** A create adopts the team, because no request creates or deletes one (docs/internals/api-behavior.md 3.17). */
class TeamCollection extends Collection<TeamRecord, TeamBody> {
  override async create(body: TeamBody, options: CallOptions = {}): Promise<TeamRecord> {
    const [team] = await this.list(options);
    return this.update(team?.id ?? "", body, options);
  }

  override async update(
    id: string,
    { defaultUserRoleId, ...extra }: TeamBody,
    options: CallOptions = {},
  ): Promise<TeamRecord> {
    const { server, root } = this.deployments.of(teamApi, "update");
    try {
      await server.call({
        method: "PATCH",
        segments: [...root, teamApi.segment, "defaultUserRole"],
        body: { roleId: defaultUserRoleId, ...extra },
        form: "enveloped",
        change: "set the role of new team members",
        ...(options.signal && { signal: options.signal }),
      });
    } finally {
      this.doubtSome(() => true);
    }
    const [team] = await this.list(options);
    return { ...team, id, defaultUserRole: defaultUserRoleId };
  }

  override async delete(): Promise<void> {
    // A destroy only ends the management: the server cannot clear the setting.
  }
}

export const teams: ClientPart<TeamCollection> = {
  open: (deployments) => new TeamCollection(teamApi, deployments),
};
