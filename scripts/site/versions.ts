/** Version of the documentation. */
export interface SiteVersion {
  readonly name: string;
  /** Folder of the version in the site, with a slash at its end. The root is "". */
  readonly path: string;
  /** Tag with the files. Without a tag, the files are those of the working tree. */
  readonly tag?: string;
}

/**
 * Returns the versions of the site, with the current one first: the newest release, the next version, and the last
 * release of each older minor version. Before the first release, the working tree is the only version.
 * @param version version of the working tree
 */
export function siteVersions(tags: readonly string[], version: string): readonly SiteVersion[] {
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag)).sort(newestFirst);
  const [current, ...older] = releases.filter(
    (tag, index) => releases.findIndex((other) => minorOf(other) === minorOf(tag)) === index,
  );
  if (current === undefined) {
    return [{ name: version, path: "" }];
  }
  return [
    { name: current.slice(1), path: "", tag: current },
    { name: "next", path: "next/" },
    ...older.map((tag) => ({ name: tag.slice(1), path: `${tag}/`, tag })),
  ];
}

function minorOf(tag: string): string {
  return tag.slice(0, tag.lastIndexOf("."));
}

function newestFirst(one: string, other: string): number {
  return other.localeCompare(one, "en", { numeric: true });
}
