import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type NewProject, projectFiles } from "../../src/cli/project/new-project";
import { packedPackage, UserProject } from "./user-project";

const ROOT = join(__dirname, "..", "..");

/** Values of the options of `init`, as on a machine with Terraform. */
const OPTIONS: NewProject = { name: "observability", framework: "cdktn", bringsTerraform: false };

interface Manifest {
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes the project of `init` to a new folder, with the packed package and links to all other packages of its
 * package.json. The project cannot find other packages, such as the second framework.
 */
export function projectOfInit(options: Partial<NewProject> = {}): UserProject {
  const project = new UserProject([], {});
  project.write(projectFiles({ ...OPTIONS, ...options }));
  const modules = join(project.folder, "node_modules");
  const own = join(modules, "cdk-clickstack");
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["-xzf", packedPackage(), "-C", own, "--strip-components=1"]);
  const { dependencies, devDependencies } = manifestIn(project.folder);
  for (const name of Object.keys({ ...manifestIn(own).dependencies, ...dependencies, ...devDependencies })) {
    linkPackage(project, name);
  }
  return project;
}

/**
 * Makes a package of this repository available in a project, with its commands.
 * @param from its name in this repository, if a program imports it by another name
 */
export function linkPackage(project: UserProject, name: string, from = name): void {
  const link = join(project.folder, "node_modules", name);
  const commands = join(project.folder, "node_modules", ".bin");
  mkdirSync(commands, { recursive: true });
  if (name !== "cdk-clickstack") {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", from), link);
  }
  const { bin = {} } = manifestIn(link);
  for (const [command, file] of Object.entries(typeof bin === "string" ? { [name]: bin } : bin)) {
    symlinkSync(join(link, file), join(commands, command));
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
