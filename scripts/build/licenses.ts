import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Metafile } from "esbuild";

/** A package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** License in package.json, such as `MIT`. */
  readonly license: string;
  /** License and notice files, or their replacement. */
  readonly texts: readonly string[];
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const STANDARD_TEXTS = join(__dirname, "license-texts");
/** The text of this project's license is also the standard text of this license. */
const OWN_LICENSE = { id: "Apache-2.0", file: join(__dirname, "..", "..", "LICENSE") };

/**
 * Returns the third-party packages whose code is in the outputs of esbuild, by name.
 * @param root the folder that the metafile's paths start from
 * @param copied other files of packages, which are copied unchanged
 * @throws Error for a package without a license text
 */
export function bundledPackages(
  metafile: Metafile,
  root: string,
  copied: readonly string[] = [],
): readonly BundledPackage[] {
  const filesOf = new Map<string, string[]>();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const bundled = inputs.filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path.includes("node_modules/"));
  for (const file of [...bundled.map(([path]) => join(root, path)), ...copied]) {
    const folder = packageFolder(file);
    filesOf.set(folder, [...(filesOf.get(folder) ?? []), file]);
  }
  const packages = [...filesOf].map(([folder, files]) => bundledPackage(folder, files));
  return packages.sort((a, b) => (headingOf(a) < headingOf(b) ? -1 : 1));
}

/**
 * Returns the text of the license file of a bundle: a section per package, then the notices in the source files of
 * these packages.
 * @param bundle the name of the script
 * @param notices notices that esbuild took from the comments of source files
 */
export function licensesText(bundle: string, packages: readonly BundledPackage[], notices: string): string {
  const sections = [
    `Third-party software in ${bundle}`,
    ...packages.map((each) => [`${headingOf(each)}\nLicense: ${each.license}`, ...each.texts].join("\n\n")),
    ...(notices === "" ? [] : [`Notices in source files\n\n${notices}`]),
  ];
  return `${sections.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Returns a heading such as `zod 4.6.7`. */
function headingOf({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `${name} ${version}`;
}

/**
 * Returns the folder of a file's package. A package can contain more package.json files, which have no name and
 * version.
 */
function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!isPackage(folder)) {
    if (folder === dirname(folder)) {
      throw new Error(`${file} does not belong to a package.`);
    }
    folder = dirname(folder);
  }
  return folder;
}

function isPackage(folder: string): boolean {
  if (!existsSync(join(folder, "package.json"))) {
    return false;
  }
  const { name, version } = manifestOf(folder);
  return name !== undefined && version !== undefined;
}

function bundledPackage(folder: string, files: readonly string[]): BundledPackage {
  const { name = "", version = "", license, author } = manifestOf(folder);
  if (license === undefined) {
    throw new Error(`${name} ${version} names no license in its package.json.`);
  }
  const texts = filesMatching(folder, LICENSE_FILE);
  if (texts.length > 0) {
    return { name, version, license, texts };
  }
  const section = licenseInReadme(folder);
  if (section) {
    return { name, version, license, texts: [section] };
  }
  const holder = typeof author === "object" ? author.name : author;
  const copyrights = [...(holder ? [`Copyright ${holder}`] : []), ...copyrightHeaders(files)];
  return { name, version, license, texts: [...copyrights, ...standardTexts(license, `${name} ${version}`)] };
}

/**
 * Some packages have the license text only in the README. A short section in a README contains only the name of the
 * license.
 */
function licenseInReadme(folder: string): string | undefined {
  const [readme = ""] = filesMatching(folder, /^readme(\.|$)/i);
  const section = readme.split(/^#+ */m).find((each) => /^licen[cs]e\b/i.test(each) && /copyright/i.test(each));
  return section?.split("\n").slice(1).join("\n").trim();
}

/** Returns the copyright comments at the start of files, each once. */
function copyrightHeaders(files: readonly string[]): readonly string[] {
  const headers = files.flatMap((file) => {
    const [, comment] = /^(?:"use strict";\s*)?((?:\/\/.*\n)+|\/\*[\s\S]*?\*\/)/.exec(readFileSync(file, "utf8")) ?? [];
    return comment !== undefined && /copyright/i.test(comment) ? [comment.trim()] : [];
  });
  return [...new Set(headers)];
}

/** Returns the texts of the licenses in an SPDX expression. */
function standardTexts(expression: string, heading: string): readonly string[] {
  const ids = expression.split(/[\s()]+/).filter((word) => word !== "" && !/^(AND|OR|WITH)$/.test(word));
  return ids.map((id) => {
    const file = id === OWN_LICENSE.id ? OWN_LICENSE.file : join(STANDARD_TEXTS, `${id}.txt`);
    if (!existsSync(file)) {
      throw new Error(`${heading} lacks the text of its license, ${id}.`);
    }
    return readFileSync(file, "utf8").trim();
  });
}

function filesMatching(folder: string, name: RegExp): readonly string[] {
  const files = readdirSync(folder).filter((file) => name.test(file));
  return files.map((file) => readFileSync(join(folder, file), "utf8").trim());
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
