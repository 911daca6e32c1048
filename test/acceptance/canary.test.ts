import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { engineEnvironment } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import type { Emulator } from "../../src/emulator";
import { newAgeKeys } from "../support/age";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { childrenOf, commandOf } from "../support/run-process";
import { Workspace } from "../support/workspace";

/** Secrets that occur in no other file. */
const CANARY = {
  accessKey: "canary-of-the-access-key-4711",
  keyId: "canaryOfTheKeyId4711",
  keySecret: "4b1dCanaryOfTheKeySecret471100000000000000",
  ownKeyId: "canary.own.key.id.4711",
  ownKeySecret: "canary.own.key.secret.4711.canary.own",
  header: "Bearer canary of the webhook 4711",
  parameter: "canary&of=the parameter/4711",
  address: "https://hooks.example.com/canary-of-the-address-4711",
};

const VARIABLES = `
variable "key_id" { ephemeral = true }
variable "key_secret" { ephemeral = true }
variable "header" { ephemeral = true }
variable "parameter" { ephemeral = true }
variable "address" { ephemeral = true }
variable "recipient" {}
`;

const own = (version: number, name = "own") => `
resource "clickstack_api_key" "own" {
  name                 = "${name}"
  ip_access_list       = [{ source = "0.0.0.0/0" }]
  key_id_wo            = "\${var.key_id}.${version}"
  key_secret_wo        = "\${var.key_secret}.${version}"
  key_material_version = ${version}
}`;

const stack = (version: number) => `${VARIABLES}${own(version)}
resource "clickstack_api_key" "encrypted" {
  name           = "encrypted ${version}"
  ip_access_list = [{ source = "0.0.0.0/0" }]
  age_recipients = [var.recipient]
}
resource "clickstack_webhook" "pager" {
  name                 = "Pager"
  service              = "generic"
  url_wo               = "\${var.address}-${version}"
  url_wo_version       = "${version}"
  headers              = { Authorization = var.header }
  headers_version      = "${version}"
  query_params         = { token = var.parameter }
  query_params_version = "${version}"
}`;

let emulator: Emulator;
let workspace: Workspace;
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  { seed: { accessKey: CANARY.accessKey, keyId: CANARY.keyId, keySecret: CANARY.keySecret } },
);

beforeEach(async () => {
  const { recipient } = await newAgeKeys();
  workspace = new Workspace({
    ...environmentFor(emulator.endpoints),
    TF_LOG: "TRACE",
    TF_VAR_key_id: CANARY.ownKeyId,
    TF_VAR_key_secret: CANARY.ownKeySecret,
    TF_VAR_header: CANARY.header,
    TF_VAR_parameter: CANARY.parameter,
    TF_VAR_address: CANARY.address,
    TF_VAR_recipient: recipient,
  });
  workspace.know(...Object.values(CANARY));
});

afterEach(() => {
  workspace.remove();
});

const log = () => readFileSync(join(workspace.folder, "provider.log"), "utf8");

test("no secret is left anywhere after the life of a stack with TF_LOG=TRACE, even if the server fails and repeats requests", async () => {
  workspace.write(stack(1));
  await workspace.init();
  await workspace.must("plan", "-out=first.tfplan");
  emulator.failNext({ method: "POST", path: "*/keys", cut: "after" });
  await workspace.must("apply", "first.tfplan");
  await workspace.must("show", "-json");

  workspace.write(stack(2));
  for (const [path, text] of Object.entries({
    "*/keys": `BAD_REQUEST: ${CANARY.ownKeySecret}.2 ${CANARY.keySecret}`,
    "*/webhooks/*": `Body validation failed: headers.Authorization: ${CANARY.header} ${CANARY.accessKey}`,
  })) {
    emulator.failNext({ method: path.endsWith("keys") ? "POST" : "PUT", path, status: 400, message: text });
  }
  const failed = await workspace.run("apply", "-auto-approve");
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain("(sensitive)");
  await workspace.apply();
  await workspace.must("destroy", "-auto-approve");

  expect(log()).toContain("[TRACE]");
  expect(log()).toContain("API request");
  expect(workspace.leaks()).toEqual([]);
});

test("no log and no error shows a secret if the server repeats every write in its response", async () => {
  const echo = createServer((request, response) => {
    const send = (body: string) => response.setHeader("content-type", "application/json").end(body);
    if (request.method === "GET") {
      const headers = { authorization: request.headers.authorization ?? "" };
      fetch(emulator.endpoints.managed.endpoint + request.url, { headers }).then(async (received) =>
        send(await received.text()),
      );
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      send(JSON.stringify({ error: `${JSON.stringify(request.headers)} ${body}`, ...request.headers, result: 1 }));
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  const hostile = new Workspace({
    ...workspace.environment,
    CLICKSTACK_ENDPOINT: endpoint,
    CLICKHOUSE_CLOUD_ENDPOINT: endpoint,
  });
  hostile.know(...Object.values(CANARY));
  try {
    hostile.write(stack(1));
    await hostile.init();
    const { exitCode, stderr } = await hostile.run("apply", "-auto-approve");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Could not create the API key");
  } finally {
    hostile.remove();
    echo.closeAllConnections();
    echo.close();
  }
});

test("a provider that crashes during a create leaves no secret in log, state or core file", async () => {
  workspace.write(VARIABLES + own(1));
  await workspace.init();
  emulator.failNext({ method: "POST", path: "*/keys", hold: "after" });
  const held = emulator.nextHeld();
  // The shell requests core files, as on a machine that collects them.
  const apply = spawn("bash", ["-c", 'ulimit -c unlimited; exec "$0" apply -auto-approve', findEngine().path], {
    cwd: workspace.folder,
    env: engineEnvironment({ ...workspace.environment, TF_LOG_PATH: join(workspace.folder, "provider.log") }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  apply.stdout.on("data", (chunk) => {
    printed.stdout += String(chunk);
  });
  apply.stderr.on("data", (chunk) => {
    printed.stderr += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => apply.on("close", resolve));
  await held;
  const provider = providerOf(apply.pid ?? 0);
  expect(readFileSync(`/proc/${provider}/coredump_filter`, "utf8").trim()).toBe("00000000");
  process.kill(provider, "SIGABRT");
  expect(await ended).toBe(1);
  await workspace.hear({ args: ["apply"], ...printed });
  expect(printed.stderr).toMatch(/plugin|provider/i);
  // The registers of a process can contain a part of a secret, so no core file is allowed.
  expect(readdirSync(workspace.folder).filter((name) => name.startsWith("core"))).toEqual([]);
  expect(workspace.leaks()).toEqual([]);
});

test("the search finds a secret that a configuration prints", async () => {
  const leaky = new Workspace(workspace.environment);
  leaky.write(`
    resource "clickstack_api_key" "k" {
      name            = "k"
      ip_access_list  = [{ source = "0.0.0.0/0" }]
      secret_in_state = true
    }
    output "given_away" { value = nonsensitive(clickstack_api_key.k.key_secret) }`);
  await leaky.init();
  await leaky.apply();
  const places = leaky.leaks().map((leak) => leak.split(":")[0]);
  leaky.removeUnsearched();
  expect(new Set(places)).toEqual(new Set(['stdout of "apply -auto-approve"']));
});

/** The process id of the provider that an engine process started. */
function providerOf(engine: number): number {
  const provider = childrenOf(engine).find((child) => commandOf(child).includes("terraform-provider"));
  if (provider === undefined) {
    throw new Error("The engine runs no provider.");
  }
  return provider;
}
