import { seedIds } from "../../../src/emulator/seed";
import { DiagnosticError, type ObjectValue, type PrivateState, type Resource } from "../../../src/plugin";
import { readPrivate } from "../../../src/plugin/rpc/state-data";
import { provider } from "../../../src/provider/provider";
import type { Session } from "../../../src/resources/shared/session";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../support/provider-in-process";

const tile = { name: "T", x: 0, y: 0, w: 6, h: 3, config: { display_type: "markdown", markdown: "m" } };

const CONFIGURATIONS: Readonly<Record<string, ObjectValue>> = {
  clickstack_dashboard: { name: "D", tiles: { t: tile } },
  clickstack_saved_search: { name: "S", source_id: seedIds.traces },
  clickstack_webhook: { name: "W", service: "generic", url_wo: "https://example.com/a", url_wo_version: "1" },
  clickstack_source: {
    kind: "promql",
    name: "P",
    connection_id: seedIds.connection,
    from: { database_name: "d", table_name: "t" },
    timestamp_value_expression: "T",
  },
  clickstack_connection: { name: "C", host: "http://one:8123", username: "u" },
  clickstack_api_key: {
    name: "K",
    assigned_role_ids: [seedIds.developerRole],
    rotate_every: "30d",
    overlap: "1d",
    secret_in_state: true,
  },
  clickstack_organization_role: {
    name: "R",
    policies: [
      {
        allow_deny: "ALLOW",
        permissions: ["control-plane:service:view"],
        resources: [`instance/${seedIds.service}`],
      },
    ],
  },
};

/** Every name that the provider uses in private state, and names that have a meaning in JavaScript. */
const NAMES = [
  ...["name", "createdAs", "waits", "replaces", "rotationIsDue", "end", "wording", "legacyRoles", "otherFields"],
  ...["movedFrom", "hidden", "implied", "impliedPermissions", "address", "addressDigest", "digest"],
  ...["__proto__", "constructor", "toString"],
];

const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);

const VALUES = [
  null,
  true,
  7,
  "x",
  "Unrelated",
  [],
  ["x"],
  {},
  { type: 7 },
  { roleNames: 7 },
  "x".repeat(1_000_000),
  deep,
];

function tampered(own: PrivateState): readonly PrivateState[] {
  const names = [...new Set([...NAMES, ...Object.keys(own)])];
  const all = (value: unknown) =>
    JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) && withAll(names, value);
  return [
    {},
    ...VALUES.map((value) => all(value)),
    ...Object.keys(own).flatMap((name) => VALUES.map((value) => ({ ...own, [name]: value as never }))),
  ];
}

function withAll(names: readonly string[], value: unknown): PrivateState {
  const state: Record<string, unknown> = {};
  for (const name of names) {
    Object.defineProperty(state, name, { value, enumerable: true });
  }
  return state as PrivateState;
}

/**
 * Returns the diagnostics of an operation that fails clearly, and none for an operation that succeeds. Throws other
 * errors.
 */
async function clearly(operation: () => Promise<unknown>): Promise<void> {
  try {
    await operation();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    for (const { summary, detail } of error.diagnostics) {
      expect(summary.length + detail.length).toBeLessThan(5000);
    }
  }
}

describe("tampered private state", () => {
  const emulator = emulatorForTests();
  let run: ProviderRun;

  beforeAll(() => {
    const { openSource, managed } = emulator.endpoints;
    run = new ProviderRun({
      openSource,
      managed: { ...managed, product: "cloud", requestsPerWindow: 100_000 },
      observability: "open_source",
    } as ConstructorParameters<typeof ProviderRun>[0]);
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
  });

  const keyNames = async () => {
    const response = await fetch(`${emulator.endpoints.openSource.endpoint}/ui/keys`);
    const body = (await response.json()) as { data?: readonly { name: string }[] } | readonly { name: string }[];
    return (Array.isArray(body) ? body : ((body as { data: readonly { name: string }[] }).data ?? [])).map(
      ({ name }) => name,
    );
  };

  test.each(Object.keys(CONFIGURATIONS))(
    "causes at most a clear error for a %s, and a read and a plan write nothing",
    async (type) => {
      const resource = provider.resources[type] as Resource<Session>;
      const config = CONFIGURATIONS[type] as ObjectValue;
      const held = await run.apply(resource, config);
      for (const memory of tampered(held.private)) {
        emulator.resetRequests();
        const changed: Held = { state: held.state, private: memory };
        await clearly(async () => {
          const read = await run.refresh(resource, changed);
          expect(read).not.toBeNull();
          await run.plan(resource, config, read ?? changed);
          await run.planDestroy(resource, read ?? changed);
        });
        const writes = emulator.requests.filter(({ method, path }) => method !== "GET" && !path.endsWith("/validate"));
        expect(writes).toEqual([]);
      }
    },
  );

  test("never causes the delete of another API key whose id is in the private state", async () => {
    const resource = provider.resources.clickstack_api_key as Resource<Session>;
    const roles = { assigned_role_ids: [seedIds.developerRole], secret_in_state: true };
    await run.apply(resource, { name: "Unrelated", ...roles });
    const config = { name: "Rotated", rotate_every: "30d", overlap: "1d", ...roles };
    const held = await run.apply(resource, config);
    const read = await run.refresh(resource, { ...held, private: { ...held.private, createdAs: "Unrelated" } });
    if (!read) {
      throw new Error("The key is there.");
    }
    expect(read.state.generations ?? []).toEqual([]);
    const changed = { ...config, ip_access_list: [{ source: "203.0.113.0/24", description: "" }] };
    const { plan } = await run.plan(resource, changed, read);
    await clearly(() => run.update(resource, changed, plan, read));
    await clearly(() => run.destroy(resource, { ...held, private: { ...held.private, createdAs: "Unrelated" } }));
    expect(await keyNames()).toContain("Unrelated");
  });
});

test.each([
  ["random bytes", Buffer.from([0xff, 0x00, 0xc1, 0x80])],
  ["a list", Buffer.from("[1]")],
  ["a text", Buffer.from('"x"')],
  ["a number", Buffer.from("1e400")],
  ["broken JSON", Buffer.from('{"a":')],
  ["100,000 levels", Buffer.from(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)],
])("the private state of %s is read as an empty or a valid object", (_, bytes) => {
  const state = readPrivate(bytes);
  expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
});
