import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { Deployments } from "../../client/collections/deployments";
import type { CreateOptions } from "../../client/creates/create-recovery";
import { ApiError } from "../../client/http/errors";
import type { ApiRequest } from "../../client/http/request";
import type { ApiRecord, JsonObject } from "../../client/json";
import { allObjects, type ShownObjects } from "../../client/reads/listing";
import { EMAIL, FULL, resourceApi, wrongField } from "../../client/reads/resource-api";

/** A member of the team, or a person with a pending invitation (docs/internals/api-behavior.md 3.17). */
export interface TeamMemberRecord extends ApiRecord {
  readonly email?: string;
  readonly name?: string;
  readonly status?: "member" | "pending";
  /** Id of the user; undefined for an invitation. */
  readonly userId?: string;
  readonly invitationId?: string;
  /** Only servers with roles return it. */
  readonly roleId?: string;
  readonly roleName?: string;
  readonly isCurrentUser?: boolean;
}

export interface TeamMemberBody extends JsonObject {
  readonly email: string;
  readonly name?: string;
  readonly roleId?: string;
}

const FORM = {
  idForm: EMAIL,
  notFound: "plain_text",
  capabilities: { open_source: { ...FULL, lookup: "list" } },
  wrongInside: (record: TeamMemberRecord) =>
    wrongField(record, { email: "text", name: "text", userId: "text", invitationId: "text", roleId: "text" }),
  matches: (record: TeamMemberRecord, body: TeamMemberBody) => record.id === body.email.toLowerCase(),
} as const;

export const teamMemberApi = resourceApi<TeamMemberRecord, TeamMemberBody>({
  ...FORM,
  name: "team member",
  plural: "team members",
  segment: "team/members",
  recordOf: ({ id, isCurrentUser, ...fields }) =>
    recordOf(fields, { userId: id, status: "member", isCurrentUser: isCurrentUser === true }),
});

/** Pending invitations. The response to a create can also be a member. */
const invitationApi = resourceApi<TeamMemberRecord, TeamMemberBody>({
  ...FORM,
  name: "invitation",
  plural: "invitations",
  segment: "team/invitations",
  createSegment: "team/invitation",
  recordOf: ({ id, invitationId = id, userId, ...fields }) =>
    userId ? recordOf(fields, { userId, status: "member" }) : recordOf(fields, { invitationId, status: "pending" }),
});

/**
 * Returns a record whose id is the e-mail address, because the server's id changes when a person accepts an invitation.
 * Join addresses and access keys are left out, because they are secrets.
 */
function recordOf({ email, name, roleId, roleName }: JsonObject, own: JsonObject): JsonObject {
  const id = email || own.userId || own.invitationId;
  const fields = { email, name, roleId, roleName };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { id, ...Object.fromEntries(given), ...own };
}

/**
 * Members of the team and pending invitations, by e-mail address (docs/internals/api-behavior.md 3.17). A create invites
 * the person. A delete removes the member or the invitation.
 */
class TeamMemberCollection extends Collection<TeamMemberRecord, TeamMemberBody> {
  readonly #invitations: Collection<TeamMemberRecord, TeamMemberBody>;

  constructor(deployments: Deployments) {
    super(teamMemberApi, deployments);
    this.#invitations = new Collection(invitationApi, deployments);
  }

  override async listShown(options: CallOptions = {}): Promise<ShownObjects<TeamMemberRecord>> {
    return merged(await super.listShown(options), await this.#invitations.listShown(options));
  }

  override async readShown(options: CallOptions = {}): Promise<ShownObjects<TeamMemberRecord>> {
    return merged(await super.readShown(options), await this.#invitations.readShown(options));
  }

  override async holdAll(options: CallOptions = {}): Promise<void> {
    await this.readShown(options);
  }

  override async get(id: string, options: CallOptions = {}): Promise<TeamMemberRecord | undefined> {
    return memberIn(await this.listShown(options), id);
  }

  override async read(id: string, options: CallOptions = {}): Promise<TeamMemberRecord | undefined> {
    return memberIn(await this.readShown(options), id);
  }

  override expectRead(): void {
    // Every read requests both complete lists.
  }

  override async create(
    body: TeamMemberBody,
    options: CreateOptions<TeamMemberRecord> = {},
  ): Promise<TeamMemberRecord> {
    const member = options.adopts ? await this.read(body.email, options) : undefined;
    const { email: _, ...sent } = body;
    return member ?? this.#writing(async () => ({ ...sent, ...(await this.#invitations.create(body, options)) }));
  }

  /** Changes the role of a member. An invitation is replaced by a new one, because the server cannot change it. */
  override async update(id: string, body: TeamMemberBody, options: CallOptions = {}): Promise<TeamMemberRecord> {
    const record = await this.get(id, options);
    if (!record?.userId) {
      await this.delete(id, options);
      return this.create(body, options);
    }
    const { roleId = record.roleId } = body;
    if (roleId !== record.roleId) {
      const change = `change the role of the team member ${id}`;
      await this.#send({ method: "PUT", body: { roleId }, change }, ["members", record.userId, "role"], options);
    }
    const { roleName: _, ...kept } = record;
    return { ...kept, ...(roleId !== undefined && { roleId }) };
  }

  override async delete(id: string, options: CallOptions = {}): Promise<void> {
    const record = await this.get(id, options);
    if (!record) {
      return;
    }
    try {
      await this.#send({ method: "DELETE", change: `remove the team member ${id}` }, pathOf(record), options);
    } catch (error) {
      const mayBeGone = error instanceof ApiError && (error.kind === "not_found" || error.mayBeGone);
      if (!mayBeGone || (await this.get(id, options))) {
        throw error;
      }
    }
  }

  async #send(
    own: Pick<ApiRequest, "method" | "body" | "change">,
    path: readonly string[],
    { signal }: CallOptions,
  ): Promise<void> {
    const { server, root } = this.deployments.of(teamMemberApi, "update");
    const segments = [...root, "team", ...path];
    const request: ApiRequest = {
      ...own,
      segments,
      form: "enveloped",
      notFound: "plain_text",
      ...(signal && { signal }),
    };
    await this.#writing(() => server.call(request));
  }

  async #writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      this.doubtSome(() => true);
      this.#invitations.doubtSome(() => true);
    }
  }
}

export const teamMembers: ClientPart<TeamMemberCollection> = {
  open: (deployments) => new TeamMemberCollection(deployments),
};

/** Finds a record by e-mail address. Throws if an unreadable object may be this record. */
function memberIn(shown: ShownObjects<TeamMemberRecord>, id: string): TeamMemberRecord | undefined {
  const isSought = (record: TeamMemberRecord) => record.id === id.toLowerCase();
  return shown.records.find(isSought) ?? allObjects(shown).find(isSought);
}

/** Returns the path that removes a person (docs/internals/api-behavior.md 3.17). */
function pathOf({ userId, invitationId, roleId }: TeamMemberRecord): readonly string[] {
  if (!userId) {
    return ["invitation", invitationId ?? ""];
  }
  return roleId === undefined ? ["member", userId] : ["members", userId, "role"];
}

/** Adds the invitations of people who are not members. */
function merged(
  members: ShownObjects<TeamMemberRecord>,
  invitations: ShownObjects<TeamMemberRecord>,
): ShownObjects<TeamMemberRecord> {
  const known = new Set(members.records.map(({ id }) => id));
  const invited = invitations.records.filter(({ id }) => !known.has(id));
  return { records: [...members.records, ...invited], incomplete: members.incomplete ?? invitations.incomplete };
}
