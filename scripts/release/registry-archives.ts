import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, createWriteStream, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { hashOfFiles } from "../../src/install/package-files";
import { REGISTRY_HOSTS } from "../../src/install/place-provider";
import { executableName, PROVIDER_SOURCE } from "../../src/install/provider-executable";
import { VERSION } from "../../src/version";

const NAME = `terraform-provider-clickstack_${VERSION}`;

/** The earliest time of a zip file, in local time. With this time, the same files always produce the same archive. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** A file of an archive, with its name in the archive. */
interface ArchivedFile {
  readonly name: string;
  readonly file: string;
  readonly mode: number;
}

/** An archive for registries and mirrors. */
export interface Archive {
  readonly platform: string;
  readonly file: string;
  /** Hashes of the engines: of the archive (`zh:`) and of its content (`h1:`). */
  readonly hashes: readonly string[];
}

/**
 * Writes `terraform-provider-clickstack_VERSION_OS_ARCH.zip`.
 * @param texts additional files by their names in the archive
 */
export async function writeArchive(
  platform: string,
  executable: string,
  texts: Readonly<Record<string, string>>,
  outdir: string,
): Promise<Archive> {
  const files: readonly ArchivedFile[] = [
    ...Object.entries(texts).map(([name, file]) => ({ name, file, mode: 0o644 })),
    { name: executableName(platform), file: executable, mode: 0o755 },
  ];
  const file = join(outdir, `${NAME}_${platform}.zip`);
  await writeZip(file, files);
  const digests = await Promise.all(files.map(async (each) => ({ name: each.name, sha256: await sha256(each.file) })));
  return { platform, file, hashes: [hashOfFiles(digests), `zh:${await sha256(file)}`] };
}

/** Copies the manifest that declares the version of the plugin protocol, under the name that registries expect. */
export function copyRegistryManifest(outdir: string): string {
  const file = join(outdir, `${NAME}_manifest.json`);
  copyFileSync(join(__dirname, "terraform-registry-manifest.json"), file);
  return file;
}

/** Writes `SHA256SUMS` for files of the same folder. */
export async function writeSums(files: readonly string[], outdir: string): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`));
  const sums = join(outdir, `${NAME}_SHA256SUMS`);
  writeFileSync(sums, lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(""));
  return sums;
}

/**
 * Writes a folder that is a filesystem mirror, and a network mirror if a web server serves it
 * (docs/internals/terraform-protocol.md 1). The archives are linked, not copied.
 */
export function writeMirror(archives: readonly Archive[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const host of REGISTRY_HOSTS) {
    const versions = join(folder, host, ...PROVIDER_SOURCE.split("/"));
    mkdirSync(versions, { recursive: true });
    for (const { file } of archives) {
      linkSync(file, join(versions, basename(file)));
    }
    const served = archives.map(({ platform, file, hashes }) => [platform, { hashes, url: basename(file) }]);
    writeFileSync(join(versions, "index.json"), JSON.stringify({ versions: { [VERSION]: {} } }));
    writeFileSync(join(versions, `${VERSION}.json`), JSON.stringify({ archives: Object.fromEntries(served) }));
  }
}

async function writeZip(target: string, files: readonly ArchivedFile[]): Promise<void> {
  const zip = new ZipFile();
  for (const { name, file, mode } of files) {
    zip.addFile(file, name, { mtime: ZIP_EPOCH, forceDosTimestamp: true, mode, compressionLevel: 6 });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
