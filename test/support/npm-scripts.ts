import packageJson from "../../package.json";
import { projectFiles } from "../../src/cli/project/new-project";

/** The scripts for `npm run` in a clone of this repository, and in a project that `init` wrote. */
export function npmScripts(): readonly string[] {
  const files = projectFiles({ name: "any", framework: "cdktn", bringsTerraform: true });
  const { scripts } = JSON.parse(files["package.json"] ?? "") as { scripts: object };
  return [...Object.keys(packageJson.scripts), ...Object.keys(scripts)];
}
