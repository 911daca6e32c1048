import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { UNKNOWN } from "../../../src/plugin";
import { type Host, MAGIC_COOKIE } from "../../support/plugin/harness/host";
import { Diagnostic_Severity } from "../../support/plugin/protocol/tfplugin6_pb";
import { bundleTrialProvider, temporaryFolder } from "./harness/bundle";
import { configuredHost, thingMessage, thingOf } from "./harness/trial-host";

const folder = temporaryFolder();
const store = join(folder.path, "store");
const log = { TF_LOG_PROVIDER: "INFO" };
let script = "";
const hosts: Host[] = [];

async function start(): Promise<Host> {
  const host = await configuredHost(script, store, log);
  hosts.push(host);
  return host;
}

const create = (host: Host, misbehave: string | null) =>
  host.call("applyResourceChange", {
    typeName: "trial_thing",
    priorState: thingMessage(null),
    plannedState: thingMessage({
      id: UNKNOWN,
      name: "a",
      token: UNKNOWN,
      revision: UNKNOWN,
      secret_length: UNKNOWN,
      misbehave,
    }),
    config: thingMessage({ name: "a", misbehave }),
  });

beforeAll(() => {
  script = bundleTrialProvider(folder.path);
});

afterEach(async () => {
  for (const host of hosts.splice(0)) {
    await host[Symbol.asyncDispose]();
  }
});

afterAll(() => folder[Symbol.dispose]());

describe("a provider process", () => {
  test("ends after Shutdown and not after Ctrl-C, and finishes a write after StopProvider", async () => {
    const host = await start();
    let written = false;
    const created = create(host, "hold").finally(() => {
      written = true;
    });
    await host.loggedMessage("waiting for the release");
    host.process.kill("SIGINT");
    host.process.kill("SIGINT");
    expect((await host.call("getMetadata", {})).resources).toHaveLength(1);

    // The write continues until it is released. Terraform calls the providers in turn, and no provider may delay the
    // next one.
    expect((await host.call("stopProvider", {})).Error).toBe("");
    expect(written).toBe(false);
    host.process.kill("SIGUSR2");
    const { newState, diagnostics } = await created;
    expect(diagnostics).toEqual([]);
    const { id, revision } = thingOf(newState) ?? {};
    expect(revision).toBe(1);
    expect(readdirSync(store)).toContain(id);

    expect((await create(host, null)).diagnostics).toMatchObject([
      {
        summary: "The provider is stopping",
        detail: "Terraform asked the provider to stop before this change started.",
      },
    ]);
    expect((await host.shutdown()).code).toBe(0);
  });

  test("stops a waiting write after StopProvider, and the error does not claim that the change never started", async () => {
    const host = await start();
    const created = create(host, "give_up");
    await host.loggedMessage("waiting for the stop");
    await host.call("stopProvider", {});
    const { diagnostics } = await created;
    expect(diagnostics).toMatchObject([{ summary: "The provider is stopping" }]);
    expect(diagnostics[0]?.detail).toContain("during this operation");
  });

  test("ends immediately after Shutdown", async () => {
    const host = await start();
    const created = create(host, "wait");
    const failed = expect(created).rejects.toThrow();
    await host.loggedMessage("waiting for the stop");
    expect((await host.shutdown()).code).toBe(0);
    await failed;
  });

  test("closes the session after Shutdown, and not after SIGTERM", async () => {
    const closed = `${store}.closed`;
    rmSync(closed, { force: true });
    const terminated = await start();
    terminated.process.kill("SIGTERM");
    expect(await terminated.ended).toBe(143);
    expect(existsSync(closed)).toBe(false);
    const host = await start();
    expect((await host.shutdown()).code).toBe(0);
    expect(existsSync(closed)).toBe(true);
  });

  test("does not close the configured client after an interrupt, because the host may not have saved the state", async () => {
    const closed = `${store}.closed`;
    rmSync(closed, { force: true });
    const host = await start();
    await host.call("stopProvider", {});
    expect((await host.shutdown()).code).toBe(0);
    expect(existsSync(closed)).toBe(false);
  });

  test("waits after SIGTERM for a running write and sends its response", async () => {
    const host = await start();
    const created = create(host, "wait");
    await host.loggedMessage("waiting for the stop");
    host.process.kill("SIGTERM");
    expect(thingOf((await created).newState)?.revision).toBe(1);
    expect(await host.ended).toBe(143);
  });

  test("continues after an uncaught error, logs the error, and responds to the next call", async () => {
    const host = await start();
    expect((await create(host, "stray")).diagnostics).toEqual([]);
    await host.loggedMessage("unhandled rejection: no caller waits for this");
    expect((await create(host, null)).diagnostics).toEqual([]);
  });
});

describe("a warning of the client", () => {
  test("is shown once in the log and in the result of the next call that ends", async () => {
    const host = await start();
    const { newState, diagnostics } = await create(host, "warn");
    expect(diagnostics).toMatchObject([{ summary: "The store is slow", detail: "It is full of things." }]);
    expect(diagnostics[0]?.severity).toBe(Diagnostic_Severity.WARNING);
    expect(thingOf(newState)?.revision).toBe(1);
    await host.loggedMessage("The store is slow: It is full of things.");
    expect((await create(host, null)).diagnostics).toEqual([]);
  });
});

describe("a secret", () => {
  test("is removed from the log and from diagnostics, also from an error that a handler throws", async () => {
    const host = await start();
    const { diagnostics } = await host.call("applyResourceChange", {
      typeName: "trial_thing",
      priorState: thingMessage(null),
      plannedState: thingMessage({ name: "a", misbehave: "leak" }),
      config: thingMessage({ name: "a", misbehave: "leak", secret: 'hunter"22' }),
    });
    expect(diagnostics[0]?.detail).toContain("(sensitive) was refused");
    const { logged, stderr } = await host.shutdown();
    expect(logged.map((entry) => entry["@message"])).toContain("sending (sensitive)");
    expect(JSON.stringify(diagnostics[0]?.detail) + stderr).not.toContain("hunter");
  });
});

describe("a killed host process", () => {
  test("leaves no running provider process", async () => {
    const environment = JSON.stringify({
      PATH: process.env.PATH,
      TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
      TMPDIR: folder.path,
    });
    const program = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(script)}], { env: ${environment}, stdio: "inherit" })`;
    const parent = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
    // The pipe is inherited. It closes after both the parent and the provider have ended.
    const closed = new Promise((resolve) => parent.stdout.once("close", resolve));
    const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
    const socket = line.split("|")[3] ?? "";
    expect(existsSync(socket)).toBe(true);
    parent.kill("SIGKILL");
    await closed;
    expect(existsSync(socket)).toBe(false);
  });

  test("leaves no secrets in a core file if the system writes one", async () => {
    const cwd = mkdtempSync(join(folder.path, "core-"));
    const child = spawn("bash", ["-c", 'ulimit -c unlimited; exec "$0" "$1"', process.execPath, script], {
      cwd,
      env: { ...process.env, TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE, PLUGIN_PROTOCOL_VERSIONS: "6" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exited = once(child, "exit");
    await once(createInterface(child.stdout), "line");
    expect(readFileSync(`/proc/${child.pid}/coredump_filter`, "utf8").trim()).toBe("00000000");
    child.kill("SIGABRT");
    expect(await exited).toEqual([null, "SIGABRT"]);
    const cores = readdirSync(cwd).map((name) => readFileSync(join(cwd, name)));
    expect(cores.map(memoryIn)).toEqual(cores.map(() => 0));
  });
});

/**
 * Returns the size of the memory that a core file could contain, in octets (ELF, 64 bits). A core file always contains
 * the kernel's pages, such as vdso.
 */
function memoryIn(core: Buffer): number {
  const [headers, size, count] = [Number(core.readBigUInt64LE(0x20)), core.readUInt16LE(0x36), core.readUInt16LE(0x38)];
  const segments = Array.from({ length: count }, (_, index) => core.subarray(headers + index * size));
  const written = segments.filter((segment) => segment.readUInt32LE(0) === 1 && (segment.readUInt32LE(4) & 2) !== 0);
  return written.reduce((sum, segment) => sum + Number(segment.readBigUInt64LE(0x20)), 0);
}

describe("a resource in the real protocol", () => {
  test("is announced to the provider by its stored state before its first read", async () => {
    const host = await start();
    const rawState = { json: Buffer.from('{"id":"x","name":"a"}') };
    await host.call("upgradeResourceState", { typeName: "trial_thing", version: 2n, rawState });
    await host.loggedMessage("a read of x is expected");
  });
});

describe("go-plugin's stdio stream", () => {
  test("stays open and sends nothing", async () => {
    const host = await start();
    const received: unknown[] = [];
    const stream = host.stdio();
    const ended = new Promise((resolve) => stream.once("error", resolve).once("end", resolve));
    stream.on("data", (data) => received.push(data));
    await create(host, null);
    expect(received).toEqual([]);
    await host.shutdown();
    await ended;
    expect(received).toEqual([]);
  });
});
