import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { App, TerraformProvider, TerraformStack } from "cdktf";
import { ClickStackProvider, type ClickStackProviderProps, VERSION } from "../../../src/index";
import { LOCK_FILE, withLockedProvider } from "../../../src/install/lock-file";
import { packageHash } from "../../../src/install/package-files";
import { placedFolder, REGISTRY_HOSTS } from "../../../src/install/place-provider";
import { PROVIDER_SOURCE, thisPlatform } from "../../../src/install/provider-executable";
import { readLockEntries } from "../../../src/install/provider-lock";
import { executableFile, temporaryFolder } from "../../support/constructs/synthesize";

const [TERRAFORM = "", OPENTOFU = ""] = REGISTRY_HOSTS;
const OURS = `${TERRAFORM}/${PROVIDER_SOURCE}`;
const NULL = `${TERRAFORM}/hashicorp/null`;

const locked = (address: string, version: string, hashes = ["h1:x="]) => ({
  address,
  version,
  constraints: version,
  hashes,
});

/** A lock file with an entry that another program wrote. */
const OTHERS = `# by hand\n\n${withLockedProvider("# x\n", locked("registry.terraform.io/hashicorp/aws", "5.0.0"))}`;

/** A stack's folder that can be synthesized several times. */
class SynthesizedStack {
  readonly #outdir = temporaryFolder();
  readonly folder = join(this.#outdir, "stacks", "test");
  readonly lockFile = join(this.folder, LOCK_FILE);

  constructor(lock?: string) {
    mkdirSync(this.folder, { recursive: true });
    if (lock !== undefined) {
      writeFileSync(this.lockFile, lock);
    }
  }

  /** Synthesizes the stack, and returns the warnings. */
  synthesize(props: ClickStackProviderProps = {}, build: (stack: TerraformStack) => void = () => undefined): string[] {
    const app = new App({ outdir: this.#outdir });
    const stack = new TerraformStack(app, "test");
    new ClickStackProvider(stack, "clickstack", props);
    build(stack);
    app.synth();
    const { stacks } = JSON.parse(readFileSync(join(this.#outdir, "manifest.json"), "utf8"));
    return stacks.test.annotations.map(({ message }: { message: string }) => message);
  }

  get lock(): string {
    return readFileSync(this.lockFile, "utf8");
  }

  placedHash(platform = thisPlatform()): string {
    return packageHash(placedFolder(this.folder, TERRAFORM, platform));
  }
}

let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  environment = { ...process.env };
  delete process.env.TF_CLI_CONFIG_FILE;
  delete process.env.TERRAFORM_BINARY_NAME;
  process.env.HOME = temporaryFolder();
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
});
afterEach(() => {
  process.env = environment;
  jest.restoreAllMocks();
});

describe("the provider's entry that synthesis writes", () => {
  test("is written into a new lock file, and an up-to-date file is not written again", () => {
    const stack = new SynthesizedStack();
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(withLockedProvider("", locked(OURS, VERSION, [stack.placedHash()])));
    const { ino, mtimeMs } = statSync(stack.lockFile);
    stack.synthesize();
    expect(statSync(stack.lockFile)).toMatchObject({ ino, mtimeMs });
  });

  test("replaces an earlier version, and the other entries stay unchanged", () => {
    const stack = new SynthesizedStack(withLockedProvider(OTHERS, locked(OURS, "0.0.9", ["h1:old=", "zh:00"])));
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(withLockedProvider(OTHERS, locked(OURS, VERSION, [stack.placedHash()])));
  });

  test("has the hashes of all placements of this version, but no launcher hash if the program requires complete executables", () => {
    const stack = new SynthesizedStack();
    const lockWith = (...hashes: string[]) => withLockedProvider("", locked(OURS, VERSION, hashes.sort()));
    stack.synthesize();
    const launcher = stack.placedHash();
    expect(stack.synthesize({ portable: true })).toEqual([]);
    const whole = stack.placedHash();
    expect(stack.lock).toBe(lockWith(whole));
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(lockWith(launcher, whole));
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(lockWith(launcher, whole));
    expect(launcher).not.toBe(whole);
  });

  test("has the hashes of all platforms", () => {
    const stack = new SynthesizedStack();
    const platforms = [thisPlatform(), "darwin_arm64", "windows_arm64"];
    expect(stack.synthesize({ executable: executableFile(), platforms })).toEqual([]);
    const hashes = platforms.map((platform) => stack.placedHash(platform));
    // The names of executables for Windows end with .exe.
    expect(new Set(hashes).size).toBe(2);
    expect(readLockEntries(stack.folder)).toEqual([
      { host: TERRAFORM, version: VERSION, hashes: [...new Set(hashes)].sort() },
    ]);
  });

  test.each([
    ["TERRAFORM_BINARY_NAME, for a new file", "/usr/bin/tofu", undefined, OPENTOFU],
    ["the entries in the file", undefined, withLockedProvider("", locked(`${OPENTOFU}/a/b`, "1.0.0")), OPENTOFU],
    ["the entries in the file, which have priority", "tofu", OTHERS, TERRAFORM],
  ])("is for the engine that uses the folder: %s", (_, engine, lock, host) => {
    if (engine) {
      process.env.TERRAFORM_BINARY_NAME = engine;
    }
    const stack = new SynthesizedStack(lock);
    stack.synthesize();
    expect(readLockEntries(stack.folder).map((entry) => entry.host)).toEqual([host]);
  });
});

describe("a lock file that synthesis does not change", () => {
  const configuration = (text: string) => {
    const file = join(temporaryFolder(), "terraform.rc");
    writeFileSync(file, text);
    process.env.TF_CLI_CONFIG_FILE = file;
  };

  test("has no entry if a CLI configuration installs the provider from another place, and loses only an outdated entry", () => {
    configuration(`provider_installation {\n  dev_overrides { "${PROVIDER_SOURCE}" = "/build" }\n  direct {}\n}\n`);
    const stack = new SynthesizedStack();
    expect(stack.synthesize()).toEqual([]);
    expect(existsSync(stack.lockFile)).toBe(false);

    const current = withLockedProvider(OTHERS, locked(OURS, VERSION, ["h1:of-the-mirror="]));
    writeFileSync(stack.lockFile, current);
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(current);

    writeFileSync(stack.lockFile, withLockedProvider(OTHERS, locked(OURS, "0.0.9")));
    expect(stack.synthesize()).toEqual([]);
    expect(stack.lock).toBe(OTHERS);
  });

  test("keeps an entry of this version with the hash of a changed executable, and one warning is shown", () => {
    const lock = withLockedProvider(OTHERS, locked(OURS, VERSION, ["h1:changed="]));
    const stack = new SynthesizedStack(lock);
    const second = (each: TerraformStack) => new ClickStackProvider(each, "second", { alias: "second" });
    expect(stack.synthesize({}, second)).toEqual([
      expect.stringMatching(
        /^\.terraform\.lock\.hcl knows version .* by the hash of another file.* Fix: Delete the entry/,
      ),
    ]);
    expect(stack.lock).toBe(lock);
  });
});

describe("a lock file that synthesis cannot write", () => {
  const UNWRITTEN =
    ".terraform.lock.hcl has no entry for this version of the provider, and it cannot be written. REASON. Fix: Replace .terraform.lock.hcl with a file in a folder that can be written, and synthesize again.";

  test.each([
    ["an existing file", OTHERS],
    ["no file", undefined],
  ])("is not written through a link to %s, and a warning is shown", (_, content) => {
    const stack = new SynthesizedStack();
    const target = join(temporaryFolder(), "target");
    if (content !== undefined) {
      writeFileSync(target, content);
    }
    symlinkSync(target, stack.lockFile);
    expect(stack.synthesize()).toEqual([UNWRITTEN.replace("REASON", "It is a link, which is not followed")]);
    expect(existsSync(target) ? readFileSync(target, "utf8") : undefined).toBe(content);
  });

  test("causes an error without a wait if it is a FIFO, and also if it is a folder", () => {
    const fifo = new SynthesizedStack();
    execFileSync("mkfifo", [fifo.lockFile]);
    expect(() => fifo.synthesize()).toThrow(
      /\.terraform\.lock\.hcl is a FIFO, a socket or a device, not a file\. Fix:/,
    );
    const folder = new SynthesizedStack();
    mkdirSync(folder.lockFile);
    expect(() => folder.synthesize()).toThrow(/\.terraform\.lock\.hcl is a folder, not a file\. Fix:/);
  });

  test("causes no warning in a read-only folder if it is up to date, and causes a warning if it is outdated", () => {
    const stack = new SynthesizedStack();
    stack.synthesize();
    const lock = stack.lock;
    const outdated = withLockedProvider("", locked(OURS, "0.0.9"));
    const asOtherUser = (run: () => string[]) => {
      for (const file of [dirname(stack.folder), dirname(dirname(stack.folder))]) {
        chmodSync(file, 0o777);
      }
      for (const file of ["cdk.tf.json", "../../manifest.json"]) {
        chmodSync(join(stack.folder, file), 0o666);
      }
      chmodSync(stack.folder, 0o555);
      // No folder is read-only for root.
      const isRoot = process.geteuid?.() === 0;
      try {
        if (isRoot) {
          process.seteuid?.(65534);
        }
        return run();
      } finally {
        if (isRoot) {
          process.seteuid?.(0);
        }
        chmodSync(stack.folder, 0o755);
      }
    };
    expect(asOtherUser(() => stack.synthesize())).toEqual([]);
    expect(stack.lock).toBe(lock);
    writeFileSync(stack.lockFile, outdated);
    expect(asOtherUser(() => stack.synthesize())).toEqual([UNWRITTEN.replace("REASON", "The system reports EACCES")]);
    expect(stack.lock).toBe(outdated);
  });
});

describe("a stack with other providers", () => {
  class RangeProvider extends TerraformProvider {
    constructor(stack: TerraformStack) {
      super(stack, "range", {
        terraformResourceType: "range",
        terraformProviderSource: "example.com/acme/range",
        terraformGeneratorMetadata: { providerName: "range", providerVersionConstraint: "~> 1.2" },
      });
    }
  }
  const others = (stack: TerraformStack) => {
    new NullProvider(stack, "null");
    new NullProvider(stack, "again", { alias: "again" });
    new RangeProvider(stack);
  };
  const NAMED = `
/* Note for cdktf and cdktn: these providers need no "providers lock". "init" selects their versions.
provider "${NULL}" {
  constraints = "3.2.4"
}
provider "example.com/acme/range" {
  constraints = "~> 1.2"
}
*/
`;

  test("gets a comment with the providers that are missing in the lock file, if cdktf or cdktn runs the program", () => {
    const stack = new SynthesizedStack();
    stack.synthesize({}, others);
    const plain = stack.lock;
    process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS = "true";
    stack.synthesize({}, others);
    expect(stack.lock).toBe(plain + NAMED);
    const initialized = withLockedProvider(
      withLockedProvider(plain, locked(NULL, "3.2.4")),
      locked("example.com/acme/range", "1.2.5"),
    );
    writeFileSync(stack.lockFile, initialized);
    stack.synthesize({}, others);
    expect(stack.lock).toBe(initialized);
  });

  test("gets a comment with all providers if OpenTofu uses the folder, because cdktf searches for Terraform's names", () => {
    process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS = "true";
    process.env.TERRAFORM_BINARY_NAME = "tofu";
    const stack = new SynthesizedStack();
    stack.synthesize({}, others);
    const ours = withLockedProvider("", locked(`${OPENTOFU}/${PROVIDER_SOURCE}`, VERSION, [stack.placedHash()]));
    expect(stack.lock).toBe(
      ours + NAMED.replace(`provider "${NULL}"`, `provider "${OURS}" {\n  constraints = "${VERSION}"\n}\n$&`),
    );
  });

  test("gets a warning if the lock file selects another version than the program requires", () => {
    const stack = new SynthesizedStack(withLockedProvider("", locked(NULL, "3.2.3")));
    expect(stack.synthesize({}, others)).toEqual([
      '.terraform.lock.hcl selects version 3.2.3 of hashicorp/null; the program requires 3.2.4. Fix: Run "init -upgrade" in the stack, which asks the registry for the provider.',
    ]);
    expect(readLockEntries(stack.folder)).toMatchObject([{ host: TERRAFORM, version: VERSION }]);

    writeFileSync(stack.lockFile, withLockedProvider("", locked(NULL, "3.2.3\u001b[2J")));
    expect(stack.synthesize({}, others)).toEqual([
      expect.stringContaining("selects version 3.2.3\\u001b[2J of hashicorp/null;"),
    ]);
  });
});
