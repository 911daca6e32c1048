import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCK_FILE, withLockedProvider } from "../../src/install/lock-file";
import { readLockEntries } from "../../src/install/provider-lock";
import { VERSION } from "../../src/version";
import { callCli } from "../support/cli/call-cli";
import { inRegistryOfEngine, installNullProvider } from "../support/null-provider/install";
import { Workspace } from "../support/workspace";

const OURS = inRegistryOfEngine("registry.terraform.io/cdk-clickstack/clickstack");
const NULL = inRegistryOfEngine("registry.terraform.io/hashicorp/null");

const configuration = (ours: string, others = "") => `terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack"${ours} }
    ${others}
  }
}
`;
const EXACT = `, version = "${VERSION}"`;

const locked = (address: string, version: string, hash = "h1:x=") =>
  withLockedProvider("", { address, version, constraints: version, hashes: [hash] });

describe("a lock file that selects another version", () => {
  let stack: Workspace;
  beforeEach(() => {
    stack = new Workspace({});
  });
  afterEach(() => stack.remove());

  const write = (hcl: string, lock: string) => {
    writeFileSync(join(stack.folder, "main.tf"), hcl);
    writeFileSync(join(stack.folder, LOCK_FILE), lock);
  };
  const plan = (words: readonly string[], environment = {}) => callCli(["plan", stack.folder, ...words], environment);

  test.each([
    ["of this provider with a constraint", configuration(EXACT), locked(OURS, "0.0.9")],
    ["of this provider without a constraint", configuration(""), locked(OURS, "0.0.9")],
    [
      "of another provider",
      configuration(EXACT, 'null = { source = "hashicorp/null", version = "3.2.4" }'),
      locked(NULL, "3.2.3"),
    ],
  ])("%s is updated by --init, and the report contains a warning", async (_, hcl, lock) => {
    installNullProvider(stack.folder);
    write(hcl, lock);
    const { exitCode, stdout } = await plan(["--init", "--json"]);
    const [{ diagnostics }] = JSON.parse(stdout).stacks;
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "The lock file selected other versions of providers",
        detail: expect.stringMatching(
          /^--init ran "(terraform|tofu) init -upgrade", because \.terraform\.lock\.hcl selected versions that do not match the configuration\.$/,
        ),
      },
    ]);
    expect(exitCode).toBe(0);
    expect(readLockEntries(stack.folder)).toMatchObject([{ version: VERSION }]);
    expect(readFileSync(join(stack.folder, LOCK_FILE), "utf8")).not.toMatch(/0\.0\.9|3\.2\.3/);
  });

  test("causes the advice to use -upgrade if --init is missing, and no advice to use --init otherwise", async () => {
    write(configuration(EXACT), locked(OURS, "0.0.9"));
    const uninstalled = await plan([]);
    expect(uninstalled.exitCode).toBe(1);
    expect(uninstalled.stdout).toMatch(/Run "(terraform|tofu) init" in the stack, or give --init\./);

    const readonly = await plan(["--init"], { TF_CLI_ARGS_init: "-lockfile=readonly" });
    expect(readonly.exitCode).toBe(1);
    expect(readonly.stdout).toMatch(
      /Run "(terraform|tofu) init -upgrade" in the stack\. --init does not run it, because TF_CLI_ARGS_init forbids changes of the lock file\./,
    );
    expect(readonly.stdout).not.toContain("give --init");

    const inCi = await plan(["--init"], { CI: "true" });
    expect(inCi.exitCode).toBe(1);
    expect(inCi.stdout).toMatch(
      /Run "(terraform|tofu) init -upgrade" in the stack\. --init does not run it, because a lock file does not change in CI\. Commit the changed file\./,
    );
    expect(readFileSync(join(stack.folder, LOCK_FILE), "utf8")).toBe(locked(OURS, "0.0.9"));

    expect(await plan(["--init"])).toMatchObject({ exitCode: 0 });
    writeFileSync(join(stack.folder, "main.tf"), configuration(', version = "99.0.0"'));
    const changed = await plan([]);
    expect(changed.exitCode).toBe(1);
    expect(changed.stdout).toMatch(/Run "(terraform|tofu) init -upgrade" in the stack, or give --init\./);
  });

  test("causes the error of the upgrade and no other advice if a provider is missing", async () => {
    rmSync(join(stack.folder, "terraform.d"), { recursive: true });
    write(configuration(EXACT), locked(OURS, "0.0.9"));
    const configured = join(stack.folder, "no-registry.tfrc");
    writeFileSync(configured, `provider_installation {\n  filesystem_mirror { path = "${stack.folder}" }\n}\n`);
    const { exitCode, stdout } = await plan(["--init"], { TF_CLI_CONFIG_FILE: configured });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("Failed to query available provider packages");
    expect(stdout).not.toContain("init -upgrade");
    expect(stdout).not.toContain("give --init");
    expect(existsSync(join(stack.folder, ".terraform", "providers"))).toBe(false);
  });

  test("causes the same fix as doctor if it has the hash of another file, because -upgrade does not accept the hash", async () => {
    write(configuration(EXACT), locked(OURS, VERSION, "h1:7vlNEwAJnnZOXWBHYSXuEL17KN9bf9XHLCucOeU2Aa9="));
    const { exitCode, stdout } = await plan(["--init"]);
    expect(exitCode).toBe(1);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      `Fix: Delete the entry "${OURS}" from .terraform.lock.hcl and run "init".`,
    );
    expect(stdout).not.toContain("give --init");
  });
});
