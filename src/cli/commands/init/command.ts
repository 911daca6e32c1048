import { basename, relative, resolve } from "node:path";
import { Command, Option } from "@commander-js/extra-typings";
import * as z from "zod";
import { ConfinedFolder } from "../../../confined-folder";
import { visiblePath } from "../../../visible";
import { EngineMissingError, engineOrProblem } from "../../engine/find-engine";
import { CI_SYSTEMS, KIT_FILES, type NewProject, projectFiles } from "../../project/new-project";
import { CommandError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { declareDocument } from "../../terminal/json-document";
import type { FlagsOf } from "../../terminal/options";
import { print, printProse } from "../../terminal/output";
import { shellWord } from "../../terminal/shell-word";

const EXAMPLES = {
  "init observability": "Create a project in the folder observability.",
  "init observability --ci github": "The same with a workflow for GitHub Actions and a backend for its state.",
  "init --framework cdktf": "Create a project for cdktf in the current folder.",
};

export const initDocument = declareDocument("init", 1, {
  folder: z.string().describe("The folder as it was named."),
  files: z.array(z.string()).describe("The written files, relative to the folder."),
  next: z.array(z.string()).describe("The next commands."),
});

export function initCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(init);
}

function declaredCommand() {
  return new Command("init")
    .description(
      "Create a small TypeScript project that runs, and print the next command. Existing files are not overwritten.",
    )
    .argument("[dir]", "folder of the project (default: the current folder)", ".")
    .addOption(
      new Option("--framework <name>", "cdktn, or cdktf, which is archived")
        .choices(["cdktn", "cdktf"] as const)
        .default("cdktn"),
    )
    .addOption(new Option("--ci <system>", "add the files of a CI system").choices(CI_SYSTEMS))
    .option("--terraform", "install Terraform with npm (default: if neither terraform nor tofu is found)")
    .option("--no-terraform", "do not install Terraform with npm")
    .option("--json", "print the written files as JSON");
}

type Flags = FlagsOf<typeof declaredCommand>;

function init(folder: string, { framework, ci, terraform, json }: Flags): void {
  const project: NewProject = {
    name: packageName(basename(resolve(folder))),
    framework,
    ci,
    bringsTerraform: terraform ?? engineOrProblem() instanceof EngineMissingError,
  };
  const files = projectFiles(project);
  new ConfinedFolder(folder).writeAll(missingFiles(folder, files), { isNew: true });
  const next = nextCommands(folder);
  if (json) {
    print(initDocument.text({ folder, files: Object.keys(files), next }));
  } else {
    printResult(folder, Object.keys(files), project);
  }
}

/** Returns a package name that npm accepts. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return name === "" ? "observability" : name.slice(0, 214);
}

/** Returns the files that the folder lacks. Throws a `CommandError` if it contains one of them with another text. */
function missingFiles(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const target = new ConfinedFolder(folder);
  const found = Object.keys(files).filter((path) => target.statsOf(path) !== undefined);
  const others = found.filter((path) => {
    const text = files[path] ?? "";
    const size = Buffer.byteLength(text);
    return target.statsOf(path)?.size !== size || target.read(path, size) !== text;
  });
  if (others.length === 0) {
    return Object.fromEntries(Object.entries(files).filter(([path]) => !found.includes(path)));
  }
  const names = others.join(", ");
  throw new CommandError(
    `${visiblePath(folder)} already contains ${names}. No files were written. Fix: Name a new folder. For an existing project, run: npm install cdk-clickstack cdktn constructs.`,
  );
}

function nextCommands(folder: string): readonly string[] {
  const path = relative(process.cwd(), resolve(folder));
  return [...(path === "" ? [] : [`cd ${shellWord(path)}`]), "npm install", "npm run deploy"];
}

function printResult(folder: string, files: readonly string[], { bringsTerraform, ci }: NewProject): void {
  const terraform = bringsTerraform
    ? "\nYou do not need to install terraform or tofu: npm installs @jahed/terraform, which downloads Terraform at its first run.\n"
    : "";
  const state = ci
    ? `\nBefore the first deploy, set the settings of the state that main.ts and ${KIT_FILES[ci][0]} describe. The latter also describes the credentials.\n`
    : "";
  printProse(`Written to ${visiblePath(folder)}: ${files.join(", ")}.\n${terraform}${state}\nNext:\n\n`);
  // A command that is broken over two lines cannot be pasted.
  print(
    nextCommands(folder)
      .map((line) => `  ${line}\n`)
      .join(""),
  );
  printProse(`
Set CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY to select the server. For a local test server, run: npx cdk-clickstack emulator
`);
}
