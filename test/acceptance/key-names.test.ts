import { type Emulator, seedIds } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

interface StoredKey {
  readonly id: string;
  readonly name: string;
}

const key = (address: string, name: string, more = "") =>
  `resource "clickstack_api_key" "${address}" {\n  name = "${name}"\n  allow_any_ip = true\n  secret_in_state = true\n  ${more}\n}\n`;

const ownMaterial = (version: string) => `
ephemeral "clickstack_key_material" "own" {}

resource "clickstack_api_key" "ci" {
  name                 = "ci"
  allow_any_ip         = true
  key_id_wo            = ephemeral.clickstack_key_material.own.key_id
  key_secret_wo        = ephemeral.clickstack_key_material.own.key_secret
  key_material_version = "${version}"

  lifecycle {
    create_before_destroy = true
  }
}
`;

describe("the names of API keys, with the engine", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const keys = async () =>
    ((await ui(emulator, "GET", "/keys")) as { data: readonly StoredKey[] }).data.filter(
      ({ id }) => id !== seedIds.startKey,
    );
  const apply = (hcl: string) => workspace.applyOf(hcl);
  /** Returns the output of a plan on one line. */
  const planned = async (hcl: string) => {
    workspace.write(hcl);
    const { exitCode, stdout, stderr } = await workspace.plan();
    return { exitCode, text: (stdout + stderr).replace(/\s*\n[│╷╵\s]*/g, " ") };
  };

  test("are refused if two keys of one configuration, new or existing, would get the same name", async () => {
    const twice = await planned(key("one", "ci") + key("two", "ci"));
    expect(twice).toEqual({
      exitCode: 1,
      text: expect.stringContaining('Two API keys of this configuration have the name "ci"'),
    });
    await apply(key("one", "ci"));
    expect((await planned(key("one", "ci") + key("two", "ci"))).exitCode).toBe(1);
    expect((await planned(key("one", "other") + key("two", "ci"))).exitCode).toBe(0);
    expect(await keys()).toHaveLength(1);
  });

  test("stay unchanged for a key that moves to another address without a moved block", async () => {
    await apply(key("before", "ci"));
    const { text } = await planned(key("after", "ci"));
    expect(text).not.toContain("Another API key has the name");
    await workspace.apply();
    expect(await keys()).toMatchObject([{ id: (await workspace.state("clickstack_api_key.after")).id, name: "ci" }]);
    expect(await workspace.plannedChanges()).toEqual([]);
  });

  test('stay with their existing keys, and are refused with on_existing_name = "fail"', async () => {
    await apply(key("ci", "ci"));
    await workspace.must("state", "rm", "clickstack_api_key.ci");
    const strict = 'provider "clickstack" {\n  on_existing_name = "fail"\n}\n';
    const refused = await planned(strict + key("ci", "ci"));
    expect(refused).toEqual({ exitCode: 1, text: expect.stringContaining('Another API key has the name "ci"') });

    const warned = await planned(key("ci", "ci"));
    expect(warned.exitCode).toBe(0);
    expect(warned.text).toContain('Warning: Another API key has the name "ci"');
    await workspace.apply();
    const [first, second] = await keys();
    expect(first?.name).toBe("ci");
    expect(second?.name).toMatch(/^ci \(creating [0-9a-f]{12}\)$/);
    await ui(emulator, "DELETE", `/keys/${first?.id}`);
    await workspace.apply();
    expect(await keys()).toMatchObject([{ id: second?.id, name: "ci" }]);
    expect(await workspace.plannedChanges()).toEqual([]);
  });

  test("pass to a replacement key with new key material that is created before the old key is deleted", async () => {
    await apply(ownMaterial("1"));
    const [first] = await keys();
    await apply(ownMaterial("2"));
    const [second, ...others] = await keys();
    expect(second?.name).toBe("ci");
    expect(others).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
    expect(await workspace.plannedChanges()).toEqual([]);
  });
});
