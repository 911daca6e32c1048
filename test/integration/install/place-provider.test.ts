import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { App, CloudBackend, LocalBackend, NamedCloudWorkspace, RemoteBackend, TerraformStack } from "cdktf";
import { ClickStackProvider, VERSION } from "../../../src/index";
import { launcherText } from "../../../src/install/launcher";
import { placeExecutable, placeProvider, REGISTRY_HOSTS } from "../../../src/install/place-provider";
import { findPlacement, type PlacementFound } from "../../../src/install/placement";
import {
  executableName,
  findNativeExecutable,
  PROVIDER_SOURCE,
  thisPlatform,
} from "../../../src/install/provider-executable";
import { synthesisedFolder, temporaryFolder } from "../../support/constructs/synthesize";
import { firstOf, longTest } from "../../support/long-test";

const LAUNCHER_SIZE = 4000;

function placedIn(folder: string, host = REGISTRY_HOSTS[0] ?? ""): string {
  return join(
    folder,
    "terraform.d",
    "plugins",
    host,
    PROVIDER_SOURCE,
    VERSION,
    thisPlatform(),
    executableName(thisPlatform()),
  );
}

/** Runs the placed executable in the folder where the engine starts it, and returns its output. */
function started(folder: string, environment: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr } = spawnSync(placedIn(folder), [], {
    cwd: folder,
    encoding: "utf8",
    env: environment,
  });
  return { status, stdout, stderr };
}

const INSTALLED = findNativeExecutable(thisPlatform()) ?? "";
const POINTER = join("terraform.d", `terraform-provider-clickstack_v${VERSION}.path`);
const OWN_WORDS = /This program is a Terraform provider\./;

describe("a package in a temporary npm cache", () => {
  test.each(firstOf(1, ["_npx/8e1f", "pnpm/dlx/8e1f", "dlx-4711", "bunx-1000-cdk-clickstack@latest"]))(
    "gets a launcher that starts a copy of the executable: %s",
    (cache) => {
      const folder = temporaryFolder();
      const packages = join(temporaryFolder(), cache, "node_modules");
      const executable = join(packages, executableName(thisPlatform()));
      mkdirSync(packages, { recursive: true });
      copyFileSync(INSTALLED, executable);
      expect([...placeProvider(folder, { executableOf: () => executable })]).toEqual([[thisPlatform(), "launcher"]]);
      rmSync(packages, { recursive: true });
      expect(started(folder)).toMatchObject({ status: 1, stderr: expect.stringMatching(OWN_WORDS) });
      expect(findPlacement(folder).launches).toBe(
        join(folder, "terraform.d", "cdk-clickstack", executableName(thisPlatform())),
      );
      expect(readFileSync(placedIn(folder), "utf8")).toBe(launcherText());
    },
  );
});

describe("the provider placement on the machine that synthesizes", () => {
  test("is a short launcher that starts the native executable in its installed folder", () => {
    const folder = temporaryFolder();
    expect([...placeProvider(folder)]).toEqual([[thisPlatform(), "launcher"]]);
    for (const host of REGISTRY_HOSTS) {
      expect(statSync(placedIn(folder, host)).size).toBeLessThan(LAUNCHER_SIZE);
    }
    expect(started(folder)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(OWN_WORDS) });
  });

  test("consists of files with the same hash in every folder and on every machine", () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [one, other]) {
      placeProvider(folder);
    }
    expect(readFileSync(placedIn(one), "utf8")).toBe(readFileSync(placedIn(other), "utf8"));
    expect(readFileSync(placedIn(one), "utf8")).not.toContain(dirname(findNativeExecutable(thisPlatform()) ?? ""));
    expect(readdirSync(dirname(placedIn(one)))).toEqual([executableName(thisPlatform())]);
  });

  test("is not written again if it is correct", () => {
    const folder = temporaryFolder();
    placeProvider(folder);
    const before = statSync(placedIn(folder)).mtimeMs;
    placeProvider(folder);
    expect(statSync(placedIn(folder)).mtimeMs).toBe(before);
  });

  test("replaces any earlier file with a launcher", () => {
    const folder = temporaryFolder();
    const script = join(temporaryFolder(), "provider.js");
    writeFileSync(script, "");
    placeExecutable(script, folder, thisPlatform());
    expect(readdirSync(dirname(placedIn(folder)))).toEqual(["provider.cjs", executableName(thisPlatform())]);
    placeProvider(folder);
    expect(readdirSync(dirname(placedIn(folder)))).toEqual([executableName(thisPlatform())]);
  });
});

describe("a provider launcher", () => {
  test("reports a missing executable on the line that the engine shows, with the fix", () => {
    const folder = temporaryFolder();
    placeProvider(folder);
    const pointer = join(folder, "terraform.d", `terraform-provider-clickstack_v${VERSION}.path`);
    writeFileSync(pointer, "../gone/it's here\n");
    const { status, stdout } = started(folder, { ...process.env, HOME: folder });
    expect(status).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(
        /^The executable of the ClickStack provider [\d.]+ is not there: \.\.\/gone\/it's here\. Fix: install the packages of the project \(npm ci\) and synthesize again; .*portable: true/,
      ),
    ]);
  });

  longTest("finds the executable after the whole project folder was moved", () => {
    const project = join(temporaryFolder(), "project");
    const installed = join(project, "node_modules", "a 'package'", executableName(thisPlatform()));
    mkdirSync(dirname(installed), { recursive: true });
    copyFileSync(INSTALLED, installed);
    const stack = join(project, "cdktf.out", "stacks", "test");
    mkdirSync(stack, { recursive: true });
    placeLauncherOf(installed, stack);
    const moved = join(temporaryFolder(), "project");
    renameSync(project, moved);
    expect(started(join(moved, "cdktf.out", "stacks", "test")).stderr).toMatch(OWN_WORDS);
  });

  const evil = `#!/bin/sh\necho evil\n`;
  const withFile = (folder: string, path: string, content = evil) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  };

  test.each([
    ["a script of the repository", "./docs/build.sh"],
    ["a file with the executable's name in the repository", `docs/${executableName(thisPlatform())}`],
    ["a path outside of the packages", `node_modules/a/../../docs/${executableName(thisPlatform())}`],
    ["a changed file below the packages", `node_modules/a/${executableName(thisPlatform())}`],
  ])("does not start %s that is the target of the pointer file", (_, target) => {
    const folder = temporaryFolder();
    placeProvider(folder);
    withFile(folder, "docs/build.sh");
    withFile(folder, `docs/${executableName(thisPlatform())}`);
    withFile(folder, `node_modules/a/${executableName(thisPlatform())}`);
    writeFileSync(join(folder, POINTER), `${target}\n`);
    expect(started(folder, { PATH: process.env.PATH, HOME: temporaryFolder() })).toEqual({
      status: 1,
      stdout: expect.stringContaining(`was changed or belongs to another program: ${target}. Fix: `),
      stderr: "",
    });
  });

  test("does not start a changed file with an absolute path and the executable's name", () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    placeProvider(folder);
    withFile(other, executableName(thisPlatform()));
    writeFileSync(join(folder, POINTER), `${join(other, executableName(thisPlatform()))}\n`);
    expect(started(folder).stdout).toContain("was changed or belongs to another program");
  });

  test("verifies an executable again after its content changed, and stores a copy outside of the repository", () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const installed = join(folder, "node_modules", "package", executableName(thisPlatform()));
    mkdirSync(dirname(installed), { recursive: true });
    copyFileSync(INSTALLED, installed);
    placeLauncherOf(installed, folder);
    const environment = { PATH: process.env.PATH, HOME: home };
    for (const _ of [1, 2]) {
      expect(started(folder, environment).stderr).toMatch(OWN_WORDS);
    }
    const verified = readFileSync(join(home, ".cache", "cdk-clickstack", "executables"), "utf8");
    expect(verified.split("\n")).toEqual([expect.stringMatching(/^\d+ \d+ \d+ \d+ \d+$/), ""]);
    const { size } = statSync(installed);
    writeFileSync(installed, evil.padEnd(size, "#"));
    expect(started(folder, environment).stdout).toContain("was changed or belongs to another program");
  });

  test("does not start an executable that it cannot verify, and reports the missing programs", () => {
    const folder = temporaryFolder();
    const target = `node_modules/a/${executableName(thisPlatform())}`;
    placeProvider(folder);
    withFile(folder, target);
    writeFileSync(join(folder, POINTER), `${target}\n`);
    const tools = temporaryFolder();
    for (const tool of ["sh", "stat", "grep", "mkdir"]) {
      symlinkSync(`/bin/${tool}`, join(tools, tool));
    }
    const withoutChecksums = launcherText().replace(/^known=.*$/m, 'known=""');
    for (const text of [launcherText(), withoutChecksums]) {
      writeFileSync(placedIn(folder), text);
      expect(started(folder, { PATH: tools, HOME: temporaryFolder() })).toEqual({
        status: 1,
        stdout: expect.stringContaining(
          `cannot be verified with sha256sum or shasum: ${target}. Fix: install one of these programs`,
        ),
        stderr: "",
      });
    }
  });

  longTest("starts the executable if the user has no folder for verified copies", () => {
    const folder = temporaryFolder();
    placeProvider(folder);
    expect(started(folder, { PATH: process.env.PATH }).stderr).toMatch(OWN_WORDS);
    expect(started(folder, { PATH: process.env.PATH, HOME: "/dev/null" }).stderr).toMatch(OWN_WORDS);
  });
});

/** This project has the executable among its packages. */
function placeLauncherOf(executable: string, stack: string): void {
  placeProvider(stack, { executableOf: () => executable });
}

test("an executable that is not the installed one is copied completely, because a launcher would not start it", () => {
  const folder = temporaryFolder();
  const executable = join(temporaryFolder(), executableName(thisPlatform()));
  writeFileSync(executable, "#!/bin/sh\necho started\n", { mode: 0o755 });
  expect([...placeProvider(folder, { executableOf: () => executable })]).toEqual([[thisPlatform(), "native"]]);
  expect(started(folder).stdout).toBe("started\n");
});

describe("the complete executable", () => {
  const whole = (build: (stack: TerraformStack) => void, props = {}) => {
    const folder = synthesisedFolder((stack) => {
      new ClickStackProvider(stack, "clickstack", props);
      build(stack);
    });
    return statSync(placedIn(folder)).size > 1e6;
  };

  test.each<[string, (stack: TerraformStack) => void, object, boolean]>([
    ["with a local backend", (stack) => new LocalBackend(stack, {}), {}, false],
    ["without a backend", () => undefined, {}, false],
    ["with portable", () => undefined, { portable: true }, true],
    [
      "with a cloud block",
      (stack) => new CloudBackend(stack, { organization: "o", workspaces: new NamedCloudWorkspace("w") }),
      {},
      true,
    ],
    [
      "with a cloud block that runs on this machine, and portable: false",
      (stack) => new CloudBackend(stack, { organization: "o", workspaces: new NamedCloudWorkspace("w") }),
      { portable: false },
      false,
    ],
    [
      "with the backend remote",
      (stack) => new RemoteBackend(stack, { organization: "o", workspaces: { name: "w" } }),
      {},
      true,
    ],
    [
      "with a cloud block by addOverride",
      (stack) => stack.addOverride("terraform.cloud", { organization: "o", workspaces: { name: "w" } }),
      {},
      true,
    ],
    [
      "with the backend remote by addOverride",
      (stack) => stack.addOverride("terraform.backend.remote.organization", "o"),
      {},
      true,
    ],
    ["with the backend S3 by addOverride", (stack) => stack.addOverride("terraform.backend.s3.bucket", "b"), {}, false],
    ["with other platforms too", () => undefined, { platforms: [thisPlatform(), "darwin_arm64"] }, true],
  ])("is placed only for a remote run or for other platforms: %s (%#)", (_, build, props, expected) => {
    expect(whole(build, props)).toBe(expected);
  });

  test("is placed once for both registries, and not again if it already exists", () => {
    const folder = temporaryFolder();
    expect([...placeProvider(folder, { portable: true })]).toEqual([[thisPlatform(), "native"]]);
    const [first, second] = REGISTRY_HOSTS.map((host) => statSync(placedIn(folder, host)));
    expect(first?.ino).toBe(second?.ino);
    placeProvider(folder, { portable: true });
    expect(statSync(placedIn(folder)).ino).toBe(first?.ino);
    expect(started(folder).stderr).toMatch(OWN_WORDS);
  });
});

describe("the synthesis warning about the lock file", () => {
  const annotationsWith = (prepare: (stackFolder: string) => void) => {
    const outdir = temporaryFolder();
    const folder = join(outdir, "stacks", "test");
    mkdirSync(folder, { recursive: true });
    prepare(folder);
    const app = new App({ outdir });
    new ClickStackProvider(new TerraformStack(app, "test"), "clickstack");
    app.synth();
    const { stacks } = JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8"));
    return stacks.test.annotations.map(({ level, message }: Record<string, string>) => [level, message]);
  };
  const HOST = REGISTRY_HOSTS[0];
  const lockFile = (version: string, hash: string) =>
    `provider "${HOST}/${PROVIDER_SOURCE}" {\n  version = "${version}"\n  hashes = [\n    "${hash}",\n  ]\n}\n`;

  let warnings: jest.SpyInstance;
  beforeEach(() => {
    warnings = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  });
  afterEach(() => warnings.mockRestore());

  test("is shown for a hash of another executable, with the fix", () => {
    const message = `.terraform.lock.hcl knows version ${VERSION} of the provider by the hash of another file, such as that of another platform, a whole executable instead of a launcher, or the registry's. Fix: Delete the entry "${HOST}/${PROVIDER_SOURCE}" from .terraform.lock.hcl and run "init".`;
    const annotations = annotationsWith((folder) =>
      writeFileSync(join(folder, ".terraform.lock.hcl"), lockFile(VERSION, "h1:x")),
    );
    expect(annotations).toEqual([["@cdktf/warn", message]]);
    expect(warnings.mock.calls).toEqual([[message, "ClickStackWarning"]]);
  });

  test("is absent if the lock file has no entry for the provider", () => {
    expect(annotationsWith((folder) => writeFileSync(join(folder, ".terraform.lock.hcl"), ""))).toEqual([]);
  });
});

describe("the placement that doctor finds in a folder", () => {
  const script = () => {
    const file = join(temporaryFolder(), "provider.js");
    writeFileSync(file, "");
    return file;
  };

  test.each<[string, (folder: string) => unknown, PlacementFound]>([
    ["a launcher", (folder) => placeProvider(folder), { placement: "launcher", launches: realpathSync(INSTALLED) }],
    ["the complete executable", (folder) => placeProvider(folder, { portable: true }), { placement: "native" }],
    ["the script", (folder) => placeExecutable(script(), folder, thisPlatform()), { placement: "script" }],
    [
      "a launcher whose executable was deleted",
      (folder) => {
        placeProvider(folder);
        writeFileSync(join(folder, "terraform.d", `terraform-provider-clickstack_v${VERSION}.path`), "/gone\n");
      },
      { placement: "launcher", missing: "/gone" },
    ],
  ])("is %s", (_, place, found) => {
    const folder = temporaryFolder();
    place(folder);
    expect(findPlacement(folder)).toEqual(found);
  });
});

test("two providers of one stack share one placement", () => {
  const folder = synthesisedFolder((stack) => {
    new ClickStackProvider(stack, "travels", { portable: true });
    new ClickStackProvider(stack, "second", { alias: "second" });
  });
  expect(statSync(placedIn(folder)).size).toBeGreaterThan(1e6);
});

describe("the provider script", () => {
  test("starts in a project with ES modules", () => {
    const project = temporaryFolder();
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    const script = join(temporaryFolder(), "provider.js");
    writeFileSync(script, `console.log(typeof require, process.argv[2]);`);
    placeExecutable(script, project, thisPlatform());
    expect(execFileSync(placedIn(project), ["--debug"], { encoding: "utf8" })).toBe("function --debug\n");
  });

  test("sets Node's compile cache to a folder of this user, unless the user configured a cache", () => {
    const folder = temporaryFolder();
    const script = join(temporaryFolder(), "provider.js");
    writeFileSync(script, `console.log(process.env.NODE_COMPILE_CACHE ?? "none");`);
    placeExecutable(script, folder, thisPlatform());
    const { PATH } = process.env;
    const cacheWith = (environment: NodeJS.ProcessEnv) => started(folder, { PATH, ...environment }).stdout.trim();
    expect(cacheWith({ HOME: "/home/someone" })).toBe("/home/someone/.cache/cdk-clickstack/node");
    expect(cacheWith({ HOME: "/home/someone", XDG_CACHE_HOME: "/caches" })).toBe("/caches/cdk-clickstack/node");
    expect(cacheWith({ HOME: "/home/someone", NODE_COMPILE_CACHE: "/own" })).toBe("/own");
    expect(cacheWith({})).toBe("none");
  });

  test("reports a missing Node on the line that the engine shows, with the fix", () => {
    const folder = temporaryFolder();
    const tools = temporaryFolder();
    for (const tool of ["sh"]) {
      symlinkSync(`/bin/${tool}`, join(tools, tool));
    }
    const script = join(temporaryFolder(), "provider.js");
    writeFileSync(script, "");
    chmodSync(script, 0o600);
    placeExecutable(script, folder, thisPlatform());
    expect(started(folder, { PATH: tools })).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/needs Node 20\.18\.1 or later on the PATH\. Fix: install Node,/),
    });
  });
});
