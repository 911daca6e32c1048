import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckResult, doctorDocument } from "../../src/cli/commands/doctor/own-checks";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { longTest } from "../support/long-test";
import { Workspace } from "../support/workspace";

describe("cdk-clickstack doctor", () => {
  const emulator = emulatorForTests({ limits: {} });
  let environment: Record<string, string>;
  let managed: Record<string, string>;
  let empty: string;

  beforeAll(() => {
    const endpoints = emulator.endpoints;
    environment = environmentFor(endpoints);
    managed = managedEnvironmentFor(endpoints);
    empty = mkdtempSync(join(tmpdir(), "doctor-"));
  });

  afterAll(() => rmSync(empty, { recursive: true }));

  const NONE = {
    CLICKSTACK_ENDPOINT: undefined,
    CLICKSTACK_API_KEY: undefined,
    CLICKSTACK_SERVICE_ID: undefined,
    CLICKHOUSE_CLOUD_ENDPOINT: undefined,
    CLICKHOUSE_CLOUD_API_KEY: undefined,
    CLICKHOUSE_CLOUD_API_SECRET: undefined,
    CLICKHOUSE_ORGANIZATION_ID: undefined,
  };

  const doctor = async (variables: Record<string, string | undefined>, cwd = empty, ...folders: string[]) => {
    const { exitCode, stdout } = await callCli(["doctor", ...folders, "--json"], { ...NONE, ...variables }, cwd);
    const document = JSON.parse(stdout) as { exitCode: number; findings: CheckResult[] };
    expect(doctorDocument.schema.safeParse(document).error).toBeUndefined();
    expect(document.exitCode).toBe(exitCode);
    return { exitCode, findings: document.findings, stdout };
  };

  const states = (findings: readonly CheckResult[]) =>
    findings.map(({ check, subject, status }) => `${check}${subject === undefined ? "" : ` ${subject}`}: ${status}`);

  test("finds no problem in an initialized stack, and prints no secret", async () => {
    const stack = new Workspace(environment);
    try {
      stack.write("");
      await stack.init();
      const { exitCode, findings, stdout } = await doctor({ ...environment }, stack.folder);
      expect(exitCode).toBe(0);
      expect(states(findings).map((line) => line.replace(/clickstack-\w+/, "STACK"))).toEqual([
        "engine: ok",
        "provider STACK: ok",
        "lock-file STACK: ok",
        "provider-starts STACK: ok",
        "credentials open source: ok",
        "server open source: ok",
        "clock open source: ok",
        "permission open source: ok",
        "server-version open source: ok",
        "rate-limit open source: ok",
        "credentials managed: ok",
        "server managed: ok",
        "clock managed: ok",
        "permission managed: ok",
        "key-roles managed: ok",
        "key-expiry managed: ok",
        "key-addresses managed: ok",
        "rate-limit managed: ok",
      ]);
      expect(stdout).toContain("requests are left, for");
      expect(findings.filter(({ check }) => check === "permission").map(({ message }) => message)).toEqual([
        "May read dashboards and alerts: 0 dashboards.",
        "May read API keys: 1 key.",
      ]);
      expect(findings[1]?.message).toMatch(/^terraform\.d\/plugins contains version [\d.]+: a launcher of \/.+\.$/);
      for (const [name, value] of Object.entries(environment)) {
        if (/KEY|SECRET/.test(name)) {
          expect(stdout).not.toContain(value);
        }
      }

      rmSync(join(stack.folder, ".terraform"), { recursive: true });
      const { findings: uninitialized } = await doctor({ ...environment }, stack.folder);
      expect(uninitialized.filter(({ status }) => status !== "ok")).toEqual([
        expect.objectContaining({
          check: "provider-starts",
          status: "warning",
          message: "The stack is not initialized yet.",
          fix: expect.stringMatching(
            /^Run "npx cdk-clickstack deploy" or "plan --init", or run "init" in the folder of the stack\./,
          ),
        }),
      ]);

      rmSync(join(stack.folder, "terraform.d"), { recursive: true });
      writeFileSync(join(stack.folder, ".terraform.lock.hcl"), "");
      const { exitCode: without, findings: broken } = await doctor({ ...environment }, stack.folder);
      expect(without).toBe(1);
      expect(broken.find(({ check }) => check === "provider")).toMatchObject({
        status: "failed",
        fix: expect.stringContaining("Synthesize on this platform"),
      });
    } finally {
      stack.remove();
    }
  });

  longTest("fails for an engine without support for write-only attributes", async () => {
    const old = join(empty, "terraform");
    writeFileSync(old, `#!/bin/sh\necho '{"terraform_version":"1.10.5"}'\n`, { mode: 0o755 });
    const { exitCode, findings } = await doctor({ TERRAFORM_BINARY_NAME: old });
    expect(exitCode).toBe(1);
    expect(findings[0]).toEqual({
      check: "engine",
      status: "failed",
      message: `terraform 1.10.5 (${old})`,
      fix: "Install terraform 1.11 or newer: older versions do not support write-only attributes.",
    });
  });

  test("reports missing credentials, also without a stack", async () => {
    const { exitCode, findings } = await doctor({});
    expect(exitCode).toBe(1);
    expect(states(findings)).toEqual(["engine: ok", "provider: skipped", "credentials: failed"]);
    expect(findings[2]?.fix).toContain("CLICKSTACK_API_KEY");
  });

  test("reports that a secret does not belong to its key", async () => {
    const { exitCode, findings } = await doctor({ ...managed, CLICKHOUSE_CLOUD_API_SECRET: "wrong" });
    expect(exitCode).toBe(1);
    expect(findings.filter(({ status }) => status === "failed")).toContainEqual(
      expect.objectContaining({ check: "credentials", fix: expect.stringContaining("belong together") }),
    );
  });

  longTest("reports an unexpected organization, and omits the roles and addresses of the key", async () => {
    const CLICKHOUSE_ORGANIZATION_ID = "aaaaaaaa-0000-4000-8000-000000000001";
    const { exitCode, findings } = await doctor({ ...managed, CLICKHOUSE_ORGANIZATION_ID });
    const wrong = findings.filter(({ check, status }) => check === "permission" && status === "failed");
    expect(exitCode).toBe(1);
    expect(wrong.length).toBe(2);
    for (const { message, fix } of wrong) {
      expect(message).toContain("does not belong to the organization");
      expect(fix).toMatch(/^set organization_id .* to the organization of this key\.$/);
    }
  });

  longTest("explains how to reach a server that does not respond", async () => {
    const { exitCode, findings } = await doctor({ CLICKSTACK_ENDPOINT: "http://127.0.0.1:1", CLICKSTACK_API_KEY: "x" });
    expect(exitCode).toBe(1);
    expect(findings.at(-1)).toMatchObject({
      check: "server",
      status: "failed",
      message: expect.stringContaining("ECONNREFUSED"),
      fix: expect.stringContaining("Check the address"),
    });
  });

  test("reports a refused access key once, together with the fix", async () => {
    const { findings } = await doctor({ ...environment, CLICKSTACK_API_KEY: "wrong" });
    expect(findings.filter(({ check, subject }) => check === "credentials" && subject === "open source")).toEqual([
      { check: "credentials", subject: "open source", status: "ok", message: "A personal API access key is set." },
      {
        check: "credentials",
        subject: "open source",
        status: "failed",
        message: "GET /api/v2/dashboards returned 401: Unauthorized",
        fix: "Check api_key (CLICKSTACK_API_KEY): it must be the Personal API Access Key (team settings, API keys), not the ingestion key of the same page.",
      },
    ]);
  });

  test("prints a server's text below the finding, so that the text cannot look like another finding", async () => {
    const message = "Not for you.\nok       server: all is well";
    const refusing = createServer((_, response) => response.writeHead(403).end(JSON.stringify({ message })));
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    const { port } = refusing.address() as AddressInfo;
    try {
      const said = await told(empty, { CLICKSTACK_ENDPOINT: `http://127.0.0.1:${port}`, CLICKSTACK_API_KEY: "x" });
      expect(said).toMatch(
        /\nfailed {3}permission \(open source\): .* returned 403: Not for you\.\n {9}ok {7}server: all is well\n {9}The user of .*\n {9}Fix: \S/,
      );
    } finally {
      refusing.closeAllConnections();
      refusing.close();
    }
  });

  const told = async (cwd: string, variables: Record<string, string> = {}) =>
    (await callCli(["doctor"], { ...NONE, ...variables }, cwd)).stdout;

  test("reports existing parts, failures and the first step as text, before init and without colors", async () => {
    const said = await told(empty, { NO_COLOR: "1", FORCE_COLOR: "1" });
    expect(said).toMatch(/^ok {7}engine: (terraform|tofu) \d/);
    expect(said).toContain(
      `\nskipped  provider: This folder contains no stack: no cdktf.out, and no .tf or .tf.json file.\n         Fix: Run "npx cdk-clickstack init" for a new project`,
    );
    expect(said).toMatch(
      /\nfailed {3}credentials: No credentials\n {9}Fix: For the open-source deployment set api_key/,
    );
    expect(said).toContain('run "npx cdk-clickstack emulator" and paste the lines that it prints');
    expect(said).toMatch(/\n\n1 of 3 checks failed\.\n$/);
  });

  longTest("prints the command that synthesizes a project without stacks", async () => {
    await callCli(["init", "project"], {}, empty);
    expect(await told(join(empty, "project"))).toContain(
      `\nskipped  provider: This folder contains no synthesized stack.\n         Fix: Run "npm install" and "npm run synth", or the program that "app" in cdktf.json names.\n`,
    );
  });

  longTest("prints symbols if colors are enabled", async () => {
    const said = await told(empty, { FORCE_COLOR: "1" });
    expect(said.startsWith("\u001b[32m✓\u001b[39m engine: ")).toBe(true);
    expect(said).toContain("\n\u001b[31m✗\u001b[39m credentials: No credentials\n  \u001b[1mFix:\u001b[22m For the");
  });
});
