import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { FaultProxy } from "../support/fault-proxy";
import { firstOf } from "../support/long-test";
import { installSecretStore } from "../support/secret-store/install";
import { ServedWorkspace } from "../support/workspace";

let emulator: Emulator;
let proxy: FaultProxy;
let workspace: ServedWorkspace;
let vault: string;
emulatorForEachTest((each) => {
  emulator = each;
});

beforeEach(async () => {
  const endpoints = emulator.endpoints;
  proxy = new FaultProxy(endpoints.managed.endpoint);
  const endpoint = await proxy.start();
  workspace = new ServedWorkspace({ ...environmentFor(endpoints), CLICKHOUSE_CLOUD_ENDPOINT: endpoint });
  vault = mkdtempSync(join(tmpdir(), "clickstack-vault-"));
  installSecretStore(workspace.folder);
});

afterEach(async () => {
  workspace.remove();
  rmSync(vault, { recursive: true, force: true });
  await proxy.stop();
});

/** A temporary key and new key material. Both are written to a secret store that the search for leaks skips. */
const stack = () => `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
    store      = { source = "test/store" }
  }
}
ephemeral "clickstack_api_key" "run" {
  name         = "run"
  allow_any_ip = true
}
ephemeral "clickstack_key_material" "ci" {}
resource "clickstack_api_key" "ci" {
  name                 = "ci"
  allow_any_ip         = true
  key_id_wo            = ephemeral.clickstack_key_material.ci.key_id
  key_secret_wo        = ephemeral.clickstack_key_material.ci.key_secret
  key_material_version = 1
}
resource "store_secret" "run" {
  file             = "${join(vault, "run.json")}"
  value_wo         = jsonencode([ephemeral.clickstack_api_key.run, ephemeral.clickstack_key_material.ci])
  value_wo_version = "1"
}
`;

interface Material {
  readonly key_id: string;
  readonly key_secret: string;
}

/** The secrets that the apply wrote to the store. */
function stored(): readonly string[] {
  const materials = JSON.parse(readFileSync(join(vault, "run.json"), "utf8")) as readonly Material[];
  return materials.flatMap(({ key_id, key_secret }) => [key_id, key_secret]);
}

test("no secret of a temporary key or of new key material is in a plan, a state, an output or a log", async () => {
  workspace.write(stack(), "stack.tf");
  await workspace.init();
  await workspace.must("plan", "-no-color", "-out=kept.tfplan");
  await workspace.must("show", "-json", "kept.tfplan");
  await workspace.must("apply", "-no-color", "kept.tfplan");
  await workspace.must("state", "pull");
  const secrets = stored();
  expect(secrets).toHaveLength(4);
  workspace.know(...secrets);
  expect(workspace.leaks()).toEqual([]);
});

test.each(
  firstOf(2, [
    [
      "a refusal that repeats the request",
      400,
      (body: string) => JSON.stringify({ status: 400, error: `BAD_REQUEST: ${body}` }),
    ],
    ["a failure that repeats the request", 501, (body: string) => `<html><body>${body}</body></html>`],
    ["a successful response with a text that repeats the request", 200, (body: string) => `created ${body}`],
    ["a successful response with another object", 200, (body: string) => JSON.stringify({ status: 200, result: body })],
  ]),
)("no secret and no digest is in the errors after %s", async (_, status, bodyOf) => {
  const digests: string[] = [];
  proxy.handle = async (exchange) => {
    const { method, headers, body } = exchange.request;
    if (method !== "POST") {
      return exchange.pass();
    }
    const { hashData } = JSON.parse(body) as { hashData: { keyIdHash: string; keySecretHash: string } };
    digests.push(hashData.keyIdHash, hashData.keySecretHash);
    const text = bodyOf(`${headers.authorization} ${body}`);
    exchange.send({ status, headers: { "content-type": "application/json" }, body: Buffer.from(text) });
  };
  workspace.write(stack(), "stack.tf");
  await workspace.init();
  const { exitCode, stderr } = await workspace.plan();
  expect(exitCode).toBe(1);
  expect(stderr).toContain("Could not create the API key");
  expect(digests.length).toBeGreaterThan(0);
  workspace.know(...digests);
  expect(workspace.leaks()).toEqual([]);
});
