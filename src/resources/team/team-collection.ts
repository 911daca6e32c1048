import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { Deployments } from "../../client/collections/deployments";
import { type TeamBody, type TeamRecord, teamApi } from "./api";

/**
 * The team of the access key. A create adopts the team, because no request creates or deletes one
 * (docs/internals/api-behavior.md 3.17).
 */
class TeamCollection extends Collection<TeamRecord, TeamBody> {
  constructor(deployments: Deployments) {
    super(teamApi, deployments);
  }

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
  open: (deployments) => new TeamCollection(deployments),
};
