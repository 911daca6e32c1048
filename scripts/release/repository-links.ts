import { posix } from "node:path";
import manifest from "../../package.json";
import { VERSION } from "../../src/version";

/** What lies where, by paths from the root of the repository. */
interface Places {
  readonly isPacked: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** A fenced block, code within a line, or a link with its target; only the last has groups. */
const CODE_OR_LINK = /^```[\s\S]*?^```|`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)/gm;

/**
 * A document as it is packed: what its relative links name is not all in the package, so they go to the repository, at
 * the tag of this version.
 * @param file the document's path from the root of the repository
 */
export function withRepositoryLinks(markdown: string, file: string, { isPacked, isFolder }: Places): string {
  return markdown.replaceAll(
    CODE_OR_LINK,
    (whole, mark: string | undefined, text: string, target: string, anchor = "") => {
      if (mark === undefined || /^[a-z]+:/.test(target)) {
        return whole;
      }
      const path = posix.join(posix.dirname(file), target);
      if (isPacked(path)) {
        return whole;
      }
      const view = mark === "!" ? "raw" : isFolder(path) ? "tree" : "blob";
      return `${mark}[${text}](${REPOSITORY}/${view}/v${VERSION}/${path}${anchor})`;
    },
  );
}
