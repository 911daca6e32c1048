import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { changeEntries, entriesFolder } from "../support/journal-entries";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const KEY = `
resource "clickstack_api_key" "ci" {
  name            = "ci"
  secret_in_state = true
  ip_access_list  = [{ source = "127.0.0.0/8" }]
}`;

const ONE_TIME_NAME = "ci (creating 3f9a2c81d04b)";

interface Key {
  readonly id: string;
  readonly name: string;
}

describe("an apply that creates a key, with an entry in the journal of creates", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;
  let data: string;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
    data = join(workspace.folder, ".terraform");
  });

  const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly Key[] }).data;

  /** A key of another user, which was never used. */
  const keyOfAnother = async (name: string) => {
    const before = new Set((await keys()).map(({ id }) => id));
    const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
    await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name, ipAccessList: [{ source: "127.0.0.0/8" }] }),
    });
    const made = (await keys()).find(({ id }) => !before.has(id));
    if (made === undefined) {
      throw new Error("The emulator created no key.");
    }
    return made.id;
  };

  /** SHA-256 digests of a local state in the workspace "default". Every user can compute them. */
  const digest = (text: string) => createHash("sha256").update(`default\n\n${text}`).digest("hex");
  const entry = (more: object) => {
    const { endpoint, organizationId } = emulator.endpoints.managed;
    const segments = ["v1", "organizations", organizationId, "keys"];
    const content = digest(JSON.stringify([endpoint, segments, { name: "ci" }]));
    const startedAt = Date.now() - 1000;
    return { content, startedAt, serverTime: startedAt, mac: "0".repeat(64), ...more };
  };
  const putEntry = (more: object) => {
    mkdirSync(entriesFolder(data), { recursive: true });
    const { content, ...rest } = entry(more);
    const file = join(entriesFolder(data), `${content.slice(0, 16)}-0123456789abcdef.json`);
    writeFileSync(file, JSON.stringify({ content, ...rest }));
  };
  const prepared = async () => {
    workspace.write(KEY);
  };

  test.each<[string, (id: string) => object]>([
    ["without id and name", () => ({})],
    ["with a chosen id", (id) => ({ id })],
    ["with a chosen id and the name of the key", (id) => ({ id, name: digest("deploy") })],
    ["with the one-time name that a list shows", () => ({ name: digest(ONE_TIME_NAME) })],
  ])("deletes no key of another user if the entry comes from another program %s", async (_name, more) => {
    await prepared();
    const [deploy, interrupted] = [await keyOfAnother("deploy"), await keyOfAnother(ONE_TIME_NAME)];
    putEntry(more(deploy));
    expect(await workspace.apply()).toContain("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.");
    expect((await keys()).map(({ id }) => id)).toEqual(expect.arrayContaining([deploy, interrupted]));
  });

  test("deletes the key of an interrupted run, and reports it in the plan and in the apply", async () => {
    await prepared();
    const interrupted = await keyOfAnother(ONE_TIME_NAME);
    putEntry({ name: digest(ONE_TIME_NAME) });
    const { CLICKSTACK_API_KEY = "", CLICKHOUSE_CLOUD_API_SECRET = "" } = environmentFor(emulator.endpoints);
    const credentials = [CLICKSTACK_API_KEY, CLICKHOUSE_CLOUD_API_SECRET];
    changeEntries(data, (each) => each, { scope: "default\n", credentials });
    const { stdout } = await workspace.plan();
    expect(stdout).toContain(`An interrupted run created the API key "${ONE_TIME_NAME}"`);
    const output = await workspace.apply();
    expect(output).toContain(`Warning: Deleted the API key "${ONE_TIME_NAME}" of an interrupted create`);
    expect(output.replaceAll(/\s+/g, " ")).toContain(`This provider created the key ${interrupted} (created `);
    expect((await keys()).map(({ id }) => id)).not.toContain(interrupted);
  });
});
