import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CheckResult } from "../../../src/cli/commands/doctor/own-checks";
import { callCli, withoutProgress } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../support/environment";

/** Writes a program that the command uses as the engine. */
function engine(script: string): string {
  const file = join(temporaryFolder(), "terraform");
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

async function findings(path: string, folder: string): Promise<readonly CheckResult[]> {
  const noServer = { CLICKSTACK_API_KEY: undefined, CLICKSTACK_SERVICE_ID: undefined };
  const { exitCode, stdout, stderr } = await callCli(["doctor", folder, "--json"], {
    ...{ ...noServer, CLICKHOUSE_CLOUD_API_KEY: undefined, TERRAFORM_BINARY_NAME: path },
  });
  expect({ exitCode, errors: withoutProgress(stderr) }).toEqual({ exitCode: 1, errors: "" });
  return JSON.parse(stdout).findings;
}

function stack(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "main.tf"), "");
  return folder;
}

const DOWNLOAD_FAILS = `#!/bin/sh
echo 'TypeError: fetch failed' >&2
echo '    at node:internal/deps/undici/undici:12618:11' >&2
echo '  [cause]: Error: getaddrinfo ENOTFOUND downloads.example' >&2
exit 1
`;

describe("doctor with an engine that does not start", () => {
  test.each([
    [
      "its download fails",
      DOWNLOAD_FAILS,
      "TypeError: fetch failed [cause]: Error: getaddrinfo ENOTFOUND downloads.example",
    ],
    ["it prints nothing", "#!/bin/sh\n", "it prints no version"],
    ["its interpreter is missing", "#!/nowhere/sh\n", "cannot be used: it or its folder does not exist."],
    ["it prints no JSON", "#!/bin/sh\necho no such command\n", "no such command"],
  ])("reports the reason and still checks the credentials if %s", async (_, script, reason) => {
    const path = engine(script);
    const [first, ...others] = await findings(path, stack());
    expect(first).toEqual({
      check: "engine",
      status: "failed",
      message: expect.stringContaining(reason),
      fix: expect.stringContaining(`Run "${path} version".`),
    });
    expect(first?.message).toMatch(/^terraform \(.*\) does not start: [^\n]*$/);
    expect(others).toContainEqual(expect.objectContaining({ check: "credentials", status: "failed" }));
    expect(others.map(({ check }) => check)).not.toContain("provider");
  });
});

test("doctor reports the stack in which a version manager starts no engine, and checks the other stacks", async () => {
  const root = temporaryFolder();
  const folders = ["works", "fails"].map((name) => join(root, name));
  for (const folder of folders) {
    mkdirSync(folder);
    writeFileSync(join(folder, "main.tf"), "");
  }
  const path = engine(
    `#!/bin/sh\ncase "$PWD" in */fails) echo 'version 1.2.3 is not installed' >&2; exit 1;; esac\necho '{"terraform_version":"1.11.4"}'\n`,
  );
  const { stdout } = await callCli(["doctor", ...folders, "--json"], { TERRAFORM_BINARY_NAME: path });
  const checked: readonly CheckResult[] = JSON.parse(stdout).findings;
  expect(checked).toContainEqual(expect.objectContaining({ check: "engine", status: "ok" }));
  expect(checked).toContainEqual(
    expect.objectContaining({
      ...{ check: "engine", subject: basename(folders[1] ?? ""), status: "failed" },
      message: `terraform (${path}) does not start: version 1.2.3 is not installed`,
    }),
  );
  expect(checked).toContainEqual(expect.objectContaining({ check: "provider", subject: "works" }));
});

describe("doctor with synthesized stacks", () => {
  const versions = async (serverVersion: "2.36" | "2.38" | "2.40") => {
    const emulator = await startEmulator({ serverVersion });
    try {
      const folder = temporaryFolder();
      const resource = {
        clickstack_alert: { slow: { display_name: "Slow", interval: "5m" } },
        clickstack_source: { metrics: { kind: "metric", name: "Metrics", min_auto_granularity: "1m" } },
      };
      writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ terraform: {}, resource }));
      const environment = {
        TERRAFORM_BINARY_NAME: engine(`#!/bin/sh\necho '{"terraform_version":"1.11.4"}'\n`),
        ...environmentFor(emulator.endpoints),
      };
      const { stdout } = await callCli(["doctor", folder, "--json"], environment);
      const found: readonly CheckResult[] = JSON.parse(stdout).findings;
      return found.flatMap(({ check, status, message }) =>
        check === "server-version" ? [`${status}: ${message}`] : [],
      );
    } finally {
      await emulator.stop();
    }
  };
  const NAME = "clickstack_alert.slow: display_name (since 2.38)";
  const INTERVAL = "clickstack_source.metrics: min_auto_granularity (since 2.40)";

  test.each([
    [
      "2.36",
      "ok: By its features, the version is older than 2.38.",
      `failed: The server does not support ${NAME}, ${INTERVAL}.`,
    ],
    [
      "2.38",
      "ok: By its features, the version is at least 2.38 and older than 2.39.",
      `failed: The server does not support ${INTERVAL}.`,
    ],
    [
      "2.40",
      "ok: By its features, the version is at least 2.39.",
      `warning: The features of the server do not prove that it supports ${INTERVAL}.`,
    ],
  ] as const)("compares the declared attributes with a server of version %s", async (serverVersion, ...expected) => {
    expect(await versions(serverVersion)).toEqual(expected);
  });
});
