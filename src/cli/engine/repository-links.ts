import { basename, isAbsolute, relative, resolve, sep } from "node:path";

/** Variables of a CI system that identify the files of a commit in its web interface. */
interface Repository {
  /** Address of the folder of all files, at the commit. */
  readonly address: string;
  /** Folder of the repository on this machine. */
  readonly root: string;
}

/**
 * Returns the address of a line in the web interface of GitHub or GitLab. Undefined outside of their jobs, and for
 * synthesized files, which no repository contains.
 */
export function lineUrl(file: string, line: number): string | undefined {
  const repository = repositoryOf(process.env);
  if (!repository || basename(file) === "cdk.tf.json") {
    return undefined;
  }
  const path = relative(repository.root, resolve(file));
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
    return toRepository(`${server}/${name}/blob/${sha}`, workspace);
  }
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: commit, CI_PROJECT_DIR: folder } = environment;
  return project && commit && folder ? toRepository(`${project}/-/blob/${commit}`, folder) : undefined;
}

function toRepository(address: string, root: string): Repository | undefined {
  return /^https?:\/\/[\w.:/~@%+-]+$/.test(address) ? { address, root } : undefined;
}
