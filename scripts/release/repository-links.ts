import { posix } from "node:path";
import manifest from "../../package.json";
import { VERSION } from "../../src/version";

/** Paths of files from the root of the repository. */
interface Places {
  readonly isPacked: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** A fenced block, inline code, or a link with its target. Only the link has groups. */
const CODE_OR_LINK = /^```[\s\S]*?^```|`[^`\n]+`|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)/gm;

/**
 * Returns a document for the package. Targets of relative links that the package does not contain become links to the
 * repository, at the tag of this version.
 * @param file path of the document from the root of the repository
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
