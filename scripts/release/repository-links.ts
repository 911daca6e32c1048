import { posix } from "node:path";
import manifest from "../../package.json";

/** Places of the files that documents link to. Each path begins at the root of the repository. */
interface Places {
  /** Returns the place of a file among the documents, or undefined if the documents do not include it. */
  readonly placeOf: (path: string) => string | undefined;
  readonly isFolder: (path: string) => boolean;
  /** Branch or tag of the repository with the files. */
  readonly ref: string;
}

export const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** A fenced block, inline code, or a link with its target. Only the link has groups. */
const CODE_OR_LINK = /^```[\s\S]*?^```|`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)/gm;

/**
 * Returns a document for the package or for the site. Targets of relative links that it does not contain become links to
 * the repository.
 * @param file path of the document from the root of the repository
 */
export function withRepositoryLinks(markdown: string, file: string, { placeOf, isFolder, ref }: Places): string {
  const folder = posix.dirname(placeOf(file) ?? file);
  return markdown.replaceAll(
    CODE_OR_LINK,
    (whole, mark: string | undefined, text: string, target: string, anchor = "") => {
      if (mark === undefined || /^[a-z]+:/.test(target)) {
        return whole;
      }
      const path = posix.join(posix.dirname(file), target);
      const place = placeOf(path);
      if (place !== undefined) {
        return `${mark}[${text}](${posix.relative(folder, place)}${anchor})`;
      }
      const view = mark === "!" ? "raw" : isFolder(path) ? "tree" : "blob";
      return `${mark}[${text}](${REPOSITORY}/${view}/${ref}/${path}${anchor})`;
    },
  );
}
