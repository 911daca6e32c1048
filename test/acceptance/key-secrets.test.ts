import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import type { Emulator } from "../../src/emulator";
import { type AgeKeys, decrypted, newAgeKeys } from "../support/age";
import { environmentFor } from "../support/environment";
import { installSecretStore } from "../support/secret-store/install";
import { statusWith } from "../support/status-with";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const KEY = "clickstack_api_key.ci";

const key = (fields: string) => `
resource "clickstack_api_key" "ci" {
  name           = "ci"
  ip_access_list = [{ source = "127.0.0.0/8" }]
  ${fields}
}
`;

let emulator: Emulator;
let workspace: ServedWorkspace;

inServedWorkspaces(environmentFor, (opened) => {
  ({ emulator, workspace } = opened);
});

const apply = (hcl: string) => workspace.applyOf(hcl);
const allKeys = async () => ((await ui(emulator, "GET", "/keys")) as { data: { name: string }[] }).data;
const keysNamed = async (name: string) =>
  ((await ui(emulator, "GET", "/keys")) as { data: { name: string }[] }).data.filter((each) => each.name === name);

test("user-provided key material is sent to the server as digests and to a secret store in the same apply", async () => {
  const vault = mkdtempSync(join(tmpdir(), "clickstack-store-"));
  const file = join(vault, "ci.json");
  const stack = (version: number, name = "ci", storeVersion = String(version)) => `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
    store      = { source = "test/store" }
  }
}
ephemeral "clickstack_key_material" "ci" {}
${key(`
  key_id_wo            = ephemeral.clickstack_key_material.ci.key_id
  key_secret_wo        = ephemeral.clickstack_key_material.ci.key_secret
  key_material_version = ${version}`).replace('"ci"\n  ip', `"${name}"\n  ip`)}
resource "store_secret" "ci" {
  file             = "${file}"
  value_wo         = jsonencode(ephemeral.clickstack_key_material.ci)
  value_wo_version = ${storeVersion}
}`;
  const inStore = () => JSON.parse(readFileSync(file, "utf8")) as { key_id: string; key_secret: string };
  const status = ({ key_id, key_secret }: ReturnType<typeof inStore>) =>
    statusWith(emulator.endpoints, key_id, key_secret);
  try {
    installSecretStore(workspace.folder);
    workspace.write(stack(1), "stack.tf");
    await workspace.init();
    await workspace.apply();
    const first = inStore();
    const before = await workspace.state(KEY);
    workspace.know(first.key_id, first.key_secret);
    expect(await status(first)).toBe(403);
    expect(before.key_suffix).toEqual(first.key_id.slice(-4));
    expect(await status({ ...first, key_secret: "another" })).toBe(401);
    const { key_id, key_secret, key_id_wo, key_secret_wo, encrypted_secret, key_material_version } = before;
    expect({ key_id, key_secret, key_id_wo, key_secret_wo, encrypted_secret, key_material_version }).toEqual({
      key_id: null,
      key_secret: null,
      key_id_wo: null,
      key_secret_wo: null,
      encrypted_secret: null,
      key_material_version: "1",
    });

    // Every run generates other key material, and none of it is sent.
    workspace.write(stack(1, "renamed"), "stack.tf");
    expect(await workspace.plannedDifferences()).toEqual([`${KEY}: name`]);
    await workspace.applyPlanned();
    expect(await status(first)).toBe(403);
    expect(inStore()).toEqual(first);

    // The version in the store depends on the key, so that both always change together.
    workspace.write(stack(2, "renamed", `${KEY}.id`), "stack.tf");
    expect((await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions])).toEqual([
      [KEY, "delete", "create"],
      ["store_secret.ci", "update"],
    ]);
    await workspace.applyPlanned();
    const second = inStore();
    workspace.know(second.key_id, second.key_secret);
    expect(await status(second)).toBe(403);
    expect(await status(first)).toBe(401);
    expect(statSync(file).mode & 0o077).toBe(0);
  } finally {
    rmSync(vault, { recursive: true, force: true });
  }
});

test("a temporary key is passed to another provider, and is deleted after each plan and each apply", async () => {
  const before = (await allKeys()).map(({ name }) => name);
  workspace.write(`
provider "clickstack" { requests_per_window = 10000 }
ephemeral "clickstack_api_key" "run" {
  name         = "run"
  role_names   = ["Admin"]
  allow_any_ip = true
}
provider "clickstack" {
  alias               = "run"
  requests_per_window = 10000
  cloud_api_key       = ephemeral.clickstack_api_key.run.key_id
  cloud_api_secret    = ephemeral.clickstack_api_key.run.key_secret
}
data "clickstack_api_key" "in_use" {
  provider = clickstack.run
  in_use   = true
}
output "name" { value = data.clickstack_api_key.in_use.name }
`);
  await workspace.init();
  await workspace.apply();
  expect(await workspace.must("output", "-raw", "name")).toMatch(/^run \(run [0-9a-f]{12}, \w+\)$/);
  expect((await allKeys()).map(({ name }) => name)).toEqual(before);
  const made = emulator.requests.filter(({ method }) => method === "POST" || method === "DELETE");
  const [deleted, created] = ["DELETE", "POST"].map((name) => made.filter(({ method }) => method === name).length);
  // Since version 1.12, OpenTofu opens the temporary key only in the plan if the apply changes no resource.
  expect(findEngine().name === "tofu" ? [1, 2] : [2]).toContain(created);
  expect(deleted).toBe(created);
});

test("a secret from the server is encrypted for its recipients, and a change of the recipients requires a new key", async () => {
  const [ada, bob] = [await newAgeKeys(), await newAgeKeys()];
  const material = async (keys: AgeKeys) => {
    const cipherText = await workspace.must("output", "-raw", "secret");
    return JSON.parse(await decrypted(cipherText, keys)) as { key_id: string; key_secret: string };
  };
  const output = `output "secret" { value = ${KEY}.encrypted_secret }`;
  const stack = (...recipients: string[]) => key(`age_recipients = ${JSON.stringify(recipients)}`) + output;

  await apply(stack(ada.recipient, bob.recipient));
  const { id, key_id, key_secret, encrypted_secret } = await workspace.state(KEY);
  expect({ key_id, key_secret }).toEqual({ key_id: null, key_secret: null });
  expect(encrypted_secret).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/);
  const first = await material(ada);
  expect(await material(bob)).toEqual(first);
  expect(await statusWith(emulator.endpoints, first.key_id, first.key_secret)).toBe(403);

  workspace.write(stack(bob.recipient, ada.recipient));
  expect(await workspace.plannedDifferences()).toEqual([]);

  workspace.write(stack(ada.recipient));
  expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["delete", "create"]]);
  await workspace.applyPlanned();
  expect((await workspace.state(KEY)).id).not.toBe(id);
  const second = await material(ada);
  expect(await statusWith(emulator.endpoints, second.key_id, second.key_secret)).toBe(403);
  expect(await statusWith(emulator.endpoints, first.key_id, first.key_secret)).toBe(401);
});

test("a secret in the state can become an encrypted secret without a new key, and the reverse requires a new key", async () => {
  const ada = await newAgeKeys();
  await apply(key("secret_in_state = true"));
  const before = await workspace.state(KEY);
  workspace.write(key(`age_recipients = ["${ada.recipient}"]`));
  await workspace.apply();
  const after = await workspace.state(KEY);
  expect(after).toMatchObject({ id: before.id, key_id: null, key_secret: null, secret_in_state: null });
  expect(JSON.parse(await decrypted(String(after.encrypted_secret), ada))).toEqual({
    key_id: before.key_id,
    key_secret: before.key_secret,
  });
  expect(await workspace.plannedDifferences()).toEqual([]);
  workspace.write(key("secret_in_state = true"));
  expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["delete", "create"]]);
});

test("the plan refuses a key with no storage or two storages for the secret, or with an invalid recipient", async () => {
  const { recipient, identity } = await newAgeKeys();
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith("q") ? "p" : "q");
  const refusal = async (fields: string) => {
    workspace.write(key(fields));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    return stderr.replace(/\s*\n[│\s]*/g, " ");
  };
  workspace.write(key(""));
  await workspace.init();
  expect(await refusal("")).toContain(
    "The server returns the secret of a new key only once, so the key requires one way to keep it.",
  );
  expect(await refusal(`age_recipients = ["${recipient}"]\n  secret_in_state = true`)).toContain(
    "A key requires one way to keep its secret, but 2 are set",
  );
  const wrong = await refusal(`age_recipients = [\n    "${recipient}",\n    "${mistyped}",\n  ]`);
  expect(wrong).toContain("Error: Invalid age recipient");
  expect(wrong).toMatch(/The checksum is wrong/);
  // The file starts with five lines that require the provider.
  expect(wrong).toContain("main.tf line 13");
  workspace.know(identity);
  workspace.write(`variable "to" {}\n${key("age_recipients = [var.to]")}`);
  const mixedUp = await workspace.plan("-var", `to=${identity}`);
  expect(mixedUp.exitCode).toBe(1);
  expect(mixedUp.stderr.replace(/\s*\n[│\s]*/g, " ")).toContain("This is an age identity, which decrypts");
  expect(workspace.leaks()).toEqual([]);
  expect(await keysNamed("ci")).toEqual([]);
});
