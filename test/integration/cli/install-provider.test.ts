import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { LOCK_FILE } from "../../../src/install/lock-file";
import { placedFolder, REGISTRY_HOSTS } from "../../../src/install/place-provider";
import { executableName, findNativeExecutable, thisPlatform } from "../../../src/install/provider-executable";
import { VERSION } from "../../../src/version";
import { longTest } from "../../support/long-test";

const CLI = join(__dirname, "..", "..", "..", "dist", "cli", "cdk-clickstack.js");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-install-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  spawnSync(process.execPath, [CLI, "install-provider", ...words], { cwd: folder, encoding: "utf8" });

test("a configuration in plain HCL can be initialized without a registry after install-provider, and an outdated lock file is reported", () => {
  writeFileSync(
    join(folder, "main.tf"),
    'terraform {\n  required_providers {\n    clickstack = { source = "cdk-clickstack/clickstack" }\n  }\n}\n',
  );
  const { status, stdout } = run();
  expect(status).toBe(0);
  expect(stdout).toContain(`the provider for ${thisPlatform()}`);
  const said = execFileSync(findEngine().path, ["init", "-no-color"], { cwd: folder, encoding: "utf8" });
  expect(said).toContain(`Installed cdk-clickstack/clickstack v${VERSION}`);
  expect(run().stderr).toBe("");

  const lock = join(folder, LOCK_FILE);
  writeFileSync(lock, readFileSync(lock, "utf8").replaceAll(VERSION, "0.0.9"));
  expect(run()).toMatchObject({
    status: 0,
    stderr: `.: .terraform.lock.hcl selects version 0.0.9 of the provider; this package has ${VERSION}. Fix: Synthesize again. In plain HCL, run "init -upgrade", and commit the lock file.\n`,
  });
});

longTest(
  "a module that runs on a remote machine gets the complete executable, and doctor warns about a launcher in it",
  () => {
    writeFileSync(join(folder, "main.tf"), 'terraform {\n  cloud {\n    organization = "o"\n  }\n}\n');
    const placed = (...words: string[]) => JSON.parse(run("--json", ...words).stdout).installed[0].executable;
    expect(placed()).toBe("native");
    expect(placed("--no-portable")).toBe("launcher");
    const said = spawnSync(process.execPath, [CLI, "doctor", "--json"], { cwd: folder, encoding: "utf8" }).stdout;
    expect(JSON.parse(said).findings).toContainEqual({
      check: "provider",
      subject: basename(folder),
      status: "warning",
      message: expect.stringContaining("on another machine has no such file"),
      fix: expect.stringContaining("install-provider"),
    });
  },
);

describe("doctor and the launcher of the provider", () => {
  const pointer = () => join(folder, "terraform.d", `terraform-provider-clickstack_v${VERSION}.path`);
  const provider = () => {
    const said = spawnSync(process.execPath, [CLI, "doctor", "--json"], { cwd: folder, encoding: "utf8" }).stdout;
    return JSON.parse(said).findings.filter(({ subject }: { subject?: string }) => subject === basename(folder));
  };

  beforeEach(() => {
    writeFileSync(join(folder, "main.tf"), "");
    run();
  });

  test("accept a launcher of the installed executable or of an identical copy", () => {
    expect(provider()[0]).toMatchObject({ check: "provider", status: "ok" });
    const copy = join(folder, executableName(thisPlatform()));
    copyFileSync(findNativeExecutable(thisPlatform()) ?? "", copy);
    writeFileSync(pointer(), `${copy}\n`);
    expect(provider()[0]).toMatchObject({ check: "provider", status: "ok" });
  });

  test("report a pointer to a file outside of the installed packages, and do not start that file", () => {
    const started = join(folder, "started");
    writeFileSync(join(folder, "evil.sh"), `#!/bin/sh\ntouch '${started}'\n`, { mode: 0o755 });
    writeFileSync(pointer(), "evil.sh\n");
    expect(provider()).toEqual([
      {
        check: "provider",
        subject: basename(folder),
        status: "failed",
        message: expect.stringContaining(
          `a launcher of ${join(folder, "evil.sh")}. This file is not the executable of the installed package, and it would run with the credentials of the provider.`,
        ),
        fix: 'Check who changed the file that ends with ".path" in terraform.d, and run "npx cdk-clickstack install-provider".',
      },
    ]);
    expect(existsSync(started)).toBe(false);
  });

  longTest("do not follow a pointer that is a symbolic link or a FIFO", () => {
    writeFileSync(join(folder, "evil.sh"), "#!/bin/sh\necho evil\n", { mode: 0o755 });
    writeFileSync(join(folder, "elsewhere"), "evil.sh\n");
    const launcher = join(
      placedFolder(folder, REGISTRY_HOSTS[0] ?? "", thisPlatform()),
      executableName(thisPlatform()),
    );
    for (const make of [() => symlinkSync("elsewhere", pointer()), () => execFileSync("mkfifo", [pointer()])]) {
      rmSync(pointer());
      make();
      expect(provider()[0]).toMatchObject({ status: "failed", message: expect.stringContaining("is missing") });
      const { stdout } = spawnSync(launcher, {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: folder },
      });
      expect(stdout).toMatch(/^The executable of the ClickStack provider [\d.]+ is not there\./);
    }
  });
});

test("install-provider --json lists every folder and platform", () => {
  const { stdout } = run(folder, ".", "--platform", "linux_amd64", "darwin_arm64", "--json");
  const { kind, version, installed } = JSON.parse(stdout);
  expect(kind).toBe("install-provider");
  expect(version).toBe(1);
  expect(installed.map(({ folder: at, platform }: Record<string, string>) => [at, platform])).toEqual([
    [folder, "linux_amd64"],
    [folder, "darwin_arm64"],
    [".", "linux_amd64"],
    [".", "darwin_arm64"],
  ]);
  const platforms = join(folder, "terraform.d/plugins/registry.terraform.io/cdk-clickstack/clickstack", VERSION);
  expect(readdirSync(platforms).sort()).toEqual(["darwin_arm64", "linux_amd64"]);
});

test.each([
  ["a missing folder", ["nowhere"], "nowhere is not a folder."],
  ["a platform without an executable", ["--platform", "windows_amd64"], "no provider executable for windows_amd64"],
])("install-provider writes nothing and prints one clear error for %s", (_, words, message) => {
  const { status, stderr } = run(...words);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(statSync(join(folder, "terraform.d"), { throwIfNoEntry: false })).toBeUndefined();
});
