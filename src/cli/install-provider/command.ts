import { statSync } from "node:fs";
import { Command } from "commander";
import * as z from "zod";
import { placeExecutable } from "../../constructs/place-provider";
import { providerExecutable, thisPlatform } from "../../constructs/provider-executable";
import { CommandError, jsonDocument } from "../frame/exit";
import { examplesText } from "../frame/options";
import { print } from "../frame/output";

export const INSTALL_PROVIDER_VERSION = 1;

/** What `install-provider --json` prints after `kind` and `version`. */
export const installProviderDocument = z.object({
  installed: z.array(
    z.object({
      folder: z.string().describe("The folder as it was named."),
      platform: z.string().describe("As Terraform names it, such as `linux_amd64`."),
      executable: z.enum(["native", "script"]).describe("A `script` runs wherever Node 20 is."),
    }),
  ),
});

export type Installed = z.output<typeof installProviderDocument>["installed"][number];

const EXAMPLES = [
  { run: "install-provider", does: "Puts the provider into the current folder, for this machine." },
  { run: "install-provider infra/a infra/b", does: "The same for two root modules of plain HCL." },
];

interface Flags {
  readonly platform?: readonly string[];
  readonly json?: boolean;
}

/** `cdk-clickstack install-provider [dir...]`: what synthesis does for a stack, for root modules in plain HCL. */
export function installProviderCommand(): Command {
  return new Command("install-provider")
    .description('Put the provider below "terraform.d/plugins" of plain HCL, where "init" finds it without a registry.')
    .argument("[dir...]", "root modules (default: the current folder)")
    .option("--platform <names...>", `platforms as Terraform names them (default: ${thisPlatform()})`)
    .option("--json", "print what was installed as JSON")
    .addHelpText("after", examplesText(EXAMPLES))
    .action((folders: string[], flags: Flags) => install(folders.length > 0 ? folders : ["."], flags));
}

function install(folders: readonly string[], { platform: platforms = [thisPlatform()], json }: Flags): void {
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new CommandError(`${missing} is no folder.`);
  const executables = new Map(platforms.map((platform) => [platform, executableFor(platform)]));
  const installed: Installed[] = folders.flatMap((folder) =>
    Array.from(executables, ([platform, executable]) => {
      placeExecutable(executable, folder, platform);
      return { folder, platform, executable: executable.endsWith(".js") ? "script" : "native" } as const;
    }),
  );
  print(
    json
      ? jsonDocument("install-provider", INSTALL_PROVIDER_VERSION, installProviderDocument.parse({ installed }))
      : installed.map(installedText).join(""),
  );
}

/** Every platform is looked for before anything is written. */
function executableFor(platform: string): string {
  try {
    return providerExecutable(platform);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function installedText({ folder, platform, executable }: Installed): string {
  const kind = executable === "native" ? "native executable" : "script for Node 20";
  return `${folder}: the provider for ${platform} (${kind}) is below terraform.d/plugins. Run "init" there.\n`;
}
