import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { inServedWorkspaces, ServedWorkspace } from "../support/workspace";

const RESOURCES = {
  "headers of a webhook": ["headers", 'headers = { Authorization = "first credential" }', 'headers_version = "1"'],
  "query parameters of a webhook": ["query_params", 'query_params = { token = "x" }', 'query_params_version = "1"'],
} as const;

const webhook = (...fields: readonly string[]) => `
resource "clickstack_webhook" "pager" {
  name    = "Pager"
  service = "generic"
  url     = "https://example.com/hook"
  ${fields.join("\n  ")}
}`;

const connection = (...fields: readonly string[]) => `
resource "clickstack_connection" "clickhouse" {
  name     = "ClickHouse"
  host     = "http://one:8123"
  username = "default"
  ${fields.join("\n  ")}
}`;

describe("a plan with write-only attributes", () => {
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ workspace } = opened);
  });

  const warningsOf = async (hcl: string) => {
    workspace.write(hcl);
    const { exitCode, stdout } = await workspace.plan();
    expect(exitCode).toBe(0);
    return [...stdout.matchAll(/Warning: (.*)/g)].map(([, summary]) => summary?.trim());
  };

  test.each(Object.entries(RESOURCES))(
    "warns that %s without a version are never sent again",
    async (_, [name, field, version]) => {
      expect(await warningsOf(webhook(field))).toEqual([`A change of ${name} will not be sent`]);
      expect(await warningsOf(webhook(field, version))).toEqual([]);
    },
  );

  test("warns that the password of a connection without a version is never sent again", async () => {
    expect(await warningsOf(connection('password = "secret"'))).toEqual(["A change of password will not be sent"]);
    expect(await warningsOf(connection('password = "secret"', 'password_version = "1"'))).toEqual([]);
  });
});

describe("an import of an object with an invalid id", () => {
  test.each([
    ["an empty id", ""],
    ["an id with an invalid form", "not an id"],
    ["a path", "../alerts"],
  ])("is refused with the valid form of an id, and sends no request: %s", async (_, id) => {
    await using emulator = await startEmulator();
    const workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    workspace.write(
      'resource "clickstack_dashboard" "d" {\n  name = "D"\n  tiles = {}\n}\nresource "clickstack_api_key" "k" {\n  name = "K"\n  secret_in_state = true\n  allow_any_ip = true\n}',
    );
    for (const [address, form] of [
      ["clickstack_dashboard.d", "a text of letters, digits and hyphens"],
      ["clickstack_api_key.k", "a UUID"],
    ] as const) {
      const { exitCode, stderr } = await workspace.run("import", "-no-color", address, id);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(form);
    }
    expect(emulator.requests).toEqual([]);
    workspace.remove();
  });
});
