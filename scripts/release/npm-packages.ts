import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json";
import {
  executableName,
  NATIVE_PACKAGES,
  NATIVE_SCOPE,
  type NativePackage,
} from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";
import { npm } from "../support/npm-package";
import { withRepositoryLinks } from "./repository-links";

const ROOT = join(__dirname, "..", "..");
/** The engines treat every file as the executable whose name starts with the executable's name. */
export const LICENSES = "THIRD-PARTY-LICENSES.txt";

/**
 * Packs the package with one native executable, for `npm publish`.
 * @param executable the compiled executable
 * @returns the path of the archive
 */
export function packNative(target: NativePackage, executable: string, outdir: string): string {
  return inFolder((folder) => {
    const name = executableName(target.platform);
    mkdirSync(join(folder, "bin"));
    copyFileSync(executable, join(folder, "bin", name));
    chmodSync(join(folder, "bin", name), 0o755);
    copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
    copyFileSync(
      join(ROOT, "dist", "provider", "terraform-provider-clickstack.js.licenses.txt"),
      join(folder, LICENSES),
    );
    writeFileSync(join(folder, "README.md"), nativeReadme(target));
    writeFileSync(join(folder, "package.json"), json(nativeManifest(target)));
    return pack(folder, outdir);
  });
}

/**
 * Packs the main package. Only the packed package.json lists the packages with native executables as optional
 * dependencies. In the repository they would have to be in the registry before they are built.
 * @returns the path of the archive
 */
export function packMain(outdir: string): string {
  return inFolder((folder) => {
    const archive = npm(ROOT, "pack", "--ignore-scripts", "--silent", "--pack-destination", folder).trim();
    execFileSync("tar", ["-xzf", archive], { cwd: folder });
    const packed = join(folder, "package");
    const {
      devDependencies: _,
      scripts: __,
      overrides: ___,
      allowScripts: ____,
      ...rest
    } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8")) as typeof manifest;
    const optionalDependencies = Object.fromEntries(
      NATIVE_PACKAGES.map(({ name }) => [`${NATIVE_SCOPE}/${name}`, VERSION]),
    );
    writeFileSync(join(packed, "package.json"), json({ ...rest, optionalDependencies }));
    linkDocuments(packed);
    return pack(packed, outdir);
  });
}

/** @param packed the package's folder */
function linkDocuments(packed: string): void {
  const places = {
    placeOf: (path: string) => (existsSync(join(packed, path)) ? path : undefined),
    isFolder: (path: string) => statSync(join(ROOT, path)).isDirectory(),
    ref: `v${VERSION}`,
  };
  for (const path of readdirSync(packed, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".md")) {
      continue;
    }
    const file = join(packed, path);
    writeFileSync(file, withRepositoryLinks(readFileSync(file, "utf8"), path, places));
  }
}

function nativeManifest({ name, os, cpu, libc }: NativePackage): object {
  const { license, homepage, repository, bugs } = manifest;
  return {
    name: `${NATIVE_SCOPE}/${name}`,
    version: VERSION,
    description: `The native Terraform provider of cdk-clickstack for ${os} on ${cpu}${libc === "musl" ? ", with musl" : ""}`,
    license,
    homepage,
    repository,
    bugs,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    // An executable cannot be started inside an archive. Yarn would leave it in the archive.
    preferUnplugged: true,
    files: ["bin", LICENSES],
    publishConfig: { access: "public" },
  };
}

function nativeReadme({ name }: NativePackage): string {
  return `# ${NATIVE_SCOPE}/${name}\n\nThe Terraform provider of [cdk-clickstack](${manifest.homepage}) as a native executable for one platform. npm installs it with\ncdk-clickstack; do not install it separately.\n`;
}

function pack(folder: string, outdir: string): string {
  return join(outdir, npm(folder, "pack", "--ignore-scripts", "--silent", "--pack-destination", outdir).trim());
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-pack-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
