import { readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, relative, sep } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../client/json";
import { physicalPath } from "../../physical-path";

/** Variables of a CI system that identify the files of a commit in its web interface. */
interface Repository {
  /** Address of the folder of all files, at the commit. */
  readonly address: string;
  /** Folder of the repository on this machine. */
  readonly root: string;
}

/** Returns the web address of a line in a job of GitHub or GitLab; undefined elsewhere and for synthesized files. */
export function lineUrl(file: string, line: number): string | undefined {
  const repository = repositoryOf(process.env);
  if (!repository || basename(file) === "cdk.tf.json") {
    return undefined;
  }
  const path = relative(physicalPath(repository.root), physicalPath(file));
  if (path.startsWith("..") || isAbsolute(path)) {
    return undefined;
  }
  return `${repository.address}/${path.split(sep).map(urlPart).join("/")}#L${line}`;
}

/** Encodes a name for a path of a URL, also inside a Markdown link. */
export function urlPart(name: string): string {
  return encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");
}

function repositoryOf(environment: NodeJS.ProcessEnv): Repository | undefined {
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: name,
    GITHUB_SHA: sha,
    GITHUB_WORKSPACE: workspace,
  } = environment;
  if (server && name && sha && workspace) {
    return toRepository(`${server}/${name}/blob/${headOfPullRequest(environment) ?? sha}`, workspace);
  }
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: commit, CI_PROJECT_DIR: folder } = environment;
  // Set in a pipeline of merged results, whose own commit is temporary.
  const head = environment.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || commit;
  return project && head && folder ? toRepository(`${project}/-/blob/${head}`, folder) : undefined;
}

/** Maximum size of the event of a workflow in bytes. GitHub sends at most 25 MB. */
const MAX_EVENT_BYTES = 25 * 1024 * 1024;

/** Returns the last commit of the pull request, if there is one. `GITHUB_SHA` is only a temporary merge commit. */
function headOfPullRequest({ GITHUB_EVENT_PATH: file }: NodeJS.ProcessEnv): string | undefined {
  const stats = file ? statSync(file, { throwIfNoEntry: false }) : undefined;
  if (!file || !stats?.isFile() || stats.size > MAX_EVENT_BYTES) {
    return undefined;
  }
  return eventSchema.safeParse(jsonIn(readFileSync(file, "utf8"))).data?.pull_request.head.sha;
}

const eventSchema = z.object({
  pull_request: z.object({ head: z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) }) }),
});

function toRepository(address: string, root: string): Repository | undefined {
  return /^https?:\/\/[\w.:/~@%+-]+$/.test(address) ? { address, root } : undefined;
}
