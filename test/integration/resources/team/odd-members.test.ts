import { managedClient, openSourceClient, type TestClient } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  readonly name: string;
  /** The end of the list's path. */
  readonly path: string;
  readonly good: Fields;
  readonly other: Fields;
  /** The id of the other object in the list. */
  readonly otherId: string;
  readonly collection: (client: TestClient) => TestClient["teamMembers"] | TestClient["organizationUsers"];
}

const KINDS: readonly Kind[] = [
  {
    name: "members",
    path: "/team/members",
    good: { id: "65f000000000000000000001", email: "ada@example.com", name: "Ada", isCurrentUser: true, roleId: "1" },
    other: { id: "65f000000000000000000002", email: "bob@example.com", name: "Bob", isCurrentUser: false },
    otherId: "bob@example.com",
    collection: (client) => client.teamMembers,
  },
  {
    name: "invitations",
    path: "/team/invitations",
    good: { id: "65f000000000000000000001", email: "ada@example.com", name: "Ada", createdAt: "2026-08-01T10:00:00Z" },
    other: { id: "65f000000000000000000002", email: "bob@example.com" },
    otherId: "bob@example.com",
    collection: (client) => client.teamMembers,
  },
  {
    name: "users of the organization",
    path: "/members",
    good: {
      userId: "11111111-0000-4000-8000-000000000001",
      email: "ada@example.com",
      name: "Ada",
      joinedAt: "2026-08-01T10:00:00Z",
      assignedRoles: [{ roleId: "11111111-0000-4000-8000-000000000009", roleName: "Admin", roleType: "system" }],
    },
    other: { userId: "11111111-0000-4000-8000-000000000002", email: "bob@example.com" },
    otherId: "11111111-0000-4000-8000-000000000002",
    collection: (client) => client.organizationUsers,
  },
];

const ODD_VALUES = [null, 7, true, "newer", ["newer"], { of: "a newer server" }];

/** Returns an object with each single change: a dropped field, another type, and an unknown field. */
function changesOf(good: Fields): readonly (readonly [change: string, odd: Fields])[] {
  const fields = Object.keys(good);
  const dropped = fields.map((field) => {
    const { [field]: _, ...rest } = good;
    return [`no ${field}`, rest] as const;
  });
  const retyped = fields.flatMap((field) =>
    ODD_VALUES.map((value) => [`${field}: ${JSON.stringify(value)}`, { ...good, [field]: value }] as const),
  );
  return [...dropped, ...retyped, ["a new field", { ...good, newer: ["newer"] }]];
}

test.each(KINDS)("an invalid field in one of the $name does not affect the others", async (kind) => {
  let items: readonly unknown[] = [];
  await using server = await TestServer.start(({ path }, response) => {
    const listed = path.split("?")[0]?.endsWith(kind.path) ? items : [];
    json(response, 200, { status: 200, data: listed, result: listed });
  });
  const defects: string[] = [];
  for (const [change, odd] of changesOf(kind.good)) {
    items = [odd, kind.other];
    await using client = kind.path === "/members" ? managedClient(server.endpoint) : openSourceClient(server.endpoint);
    const collection = kind.collection(client);
    try {
      const { records, incomplete } = await collection.readShown();
      const isNamed = incomplete?.unreadable.length === 1;
      if (!records.some(({ id }) => id === kind.otherId) || (records.length < 2 && !isNamed)) {
        defects.push(`${change}: the list has ${records.length} objects, ${incomplete?.message ?? "complete"}`);
      }
      if ((await collection.read(kind.otherId))?.email !== "bob@example.com") {
        defects.push(`${change}: the other object was not read`);
      }
    } catch (error) {
      defects.push(`${change}: ${String(error)}`);
    }
  }
  expect(defects).toEqual([]);
});

test("a member stays in the state if another member that cannot be read may be the same person", async () => {
  await using server = await TestServer.start(({ path }, response) => {
    json(response, 200, { data: path.endsWith("/members") ? [{ id: "1", email: { of: "a newer server" } }] : [] });
  });
  await using client = openSourceClient(server.endpoint);
  await expect(client.teamMembers.read("ada@example.com")).rejects.toThrow("incomplete list of team members");
});
