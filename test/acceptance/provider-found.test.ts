import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { packageHash } from "../../src/install/package-files";
import { placedFolder, placeProvider } from "../../src/install/place-provider";
import { thisPlatform } from "../../src/install/provider-executable";
import { findLockProblem, readLockEntries } from "../../src/install/provider-lock";
import { VERSION } from "../../src/version";
import { runCli } from "../support/cli/run-cli";
import { longTest } from "../support/long-test";

const CONFIGURATION = `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack", version = "${VERSION}" }
  }
}
provider "clickstack" {}
`;

/** A user other than root, because no folder is read-only for root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

describe("the installed provider", () => {
  let environment: NodeJS.ProcessEnv;
  let home: string;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "clickstack-home-"));
    chmodSync(home, 0o755);
    const { PATH } = process.env;
    environment = { PATH, HOME: home, CHECKPOINT_DISABLE: "1" };
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** A root module below the home folder, without a provider. */
  function rootModule(name: string): string {
    const folder = join(home, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "main.tf"), CONFIGURATION);
    return folder;
  }

  function engine(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}, user = {}) {
    const options = { cwd, env: { ...environment, ...more }, encoding: "utf8", ...user } as const;
    const { status, stdout, stderr } = spawnSync(findEngine().path, [...args], options);
    return { status, output: stdout + stderr };
  }

  /** Output of a validation that has started the provider. */
  const VALID = { status: 0, output: expect.stringContaining("The configuration is valid.") };

  test("is found with -chdir and with provider_installation after install-provider --global, with one lock file", async () => {
    const folder = rootModule("chdir");
    const configuration = join(home, "terraform.rc");
    writeFileSync(configuration, "provider_installation {\n  direct {}\n}\n");
    const install = (more = {}) =>
      runCli(["install-provider", "--global"], { environment: { ...environment, ...more } });

    const { exitCode, stdout, stderr } = await install({ TF_CLI_CONFIG_FILE: configuration });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${home}/.terraform.d: the provider for`);
    expect(stderr).toContain(`${configuration} keeps the engine from looking there. Fix:`);
    expect(engine(home, ["-chdir=chdir", "init", "-no-color"])).toMatchObject({ status: 0 });
    const lock = readFileSync(join(folder, ".terraform.lock.hcl"), "utf8");
    expect(engine(home, ["-chdir=chdir", "validate", "-no-color"])).toMatchObject(VALID);

    // The settings that the output of the command asks to add.
    writeFileSync(
      configuration,
      `provider_installation {
         filesystem_mirror {
           path    = "${home}/.terraform.d/plugins"
           include = ["cdk-clickstack/*"]
         }
         direct { exclude = ["cdk-clickstack/*"] }
       }`,
    );
    expect((await install({ TF_CLI_CONFIG_FILE: configuration })).stderr).toBe("");
    rmSync(join(folder, ".terraform"), { recursive: true });
    placeProvider(folder);
    const configured = engine(folder, ["init", "-no-color"], { TF_CLI_CONFIG_FILE: configuration });
    expect(configured).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, ".terraform.lock.hcl"), "utf8")).toBe(lock);
  });

  longTest("is found with TF_PLUGIN_CACHE_DIR, which two stacks share", () => {
    const cache = join(home, "cache");
    mkdirSync(cache);
    const shared = { TF_PLUGIN_CACHE_DIR: cache };
    for (const name of ["first", "second"]) {
      const folder = rootModule(name);
      placeProvider(folder);
      expect(engine(folder, ["init", "-no-color"], shared)).toMatchObject({ status: 0 });
    }
    expect(engine(join(home, "first"), ["validate", "-no-color"], shared)).toMatchObject(VALID);
  });

  longTest("is found in a read-only folder that contains the lock file, with TF_DATA_DIR", () => {
    const folder = rootModule("read-only");
    placeProvider(folder);
    engine(folder, ["init", "-no-color"]);
    rmSync(join(folder, ".terraform"), { recursive: true });
    chmodSync(folder, 0o555);
    const data = mkdtempSync(join(tmpdir(), "clickstack-data-"));
    chmodSync(data, 0o777);
    try {
      const elsewhere = { TF_DATA_DIR: join(data, "data"), HOME: data };
      const init = engine(folder, ["init", "-lockfile=readonly", "-no-color"], elsewhere, UNPRIVILEGED);
      expect(init).toMatchObject({ status: 0 });
      expect(engine(folder, ["validate", "-no-color"], elsewhere, UNPRIVILEGED)).toMatchObject(VALID);
    } finally {
      chmodSync(folder, 0o755);
      rmSync(data, { recursive: true, force: true });
    }
  });

  test("is found by the hash in its lock file, and synthesis and doctor compare this hash with the placed file", () => {
    const folder = rootModule("locked");
    placeProvider(folder);
    engine(folder, ["init", "-no-color"]);
    const [entry] = readLockEntries(folder);
    expect(entry?.hashes).toEqual([packageHash(placedFolder(folder, entry?.host ?? "", thisPlatform()))]);
    expect(findLockProblem(folder)).toBeUndefined();

    placeProvider(folder, { portable: true });
    expect(engine(folder, ["init", "-no-color"]).status).toBe(1);
    expect(findLockProblem(folder)?.fix).toBe(
      `Delete the entry "${entry?.host}/cdk-clickstack/clickstack" from .terraform.lock.hcl and run "init".`,
    );
    const file = join(folder, ".terraform.lock.hcl");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(VERSION, "0.0.9"));
    expect(findLockProblem(folder)).toEqual({
      message: `.terraform.lock.hcl selects version 0.0.9 of the provider; this package has ${VERSION}.`,
      fix: 'Synthesize again. In plain HCL, run "init -upgrade", and commit the lock file.',
    });
    expect(engine(folder, ["init", "-upgrade", "-no-color"])).toMatchObject({ status: 0 });
    expect(findLockProblem(folder)).toBeUndefined();
  });
});
