import { type CiSystem, projectFiles } from "../../src/cli/project/new-project";

/** Returns the example of a CI system without its lock file. */
export function ciExample(ci: CiSystem): Readonly<Record<string, string>> {
  return projectFiles({ name: "observability", framework: "cdktn", bringsTerraform: false, ci });
}
