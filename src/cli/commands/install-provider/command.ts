import { statSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { findHidingConfiguration, homeFolder } from "../../../install/cli-configuration";
import type { Placement } from "../../../install/package-files";
import { placeGlobally, placeProvider } from "../../../install/place-provider";
import { thisPlatform } from "../../../install/provider-executable";
import { findLockProblem } from "../../../install/provider-lock";
import { visiblePath } from "../../../visible";
import { runsElsewhere } from "../../engine/local-state";
import { CommandError, reasonOf } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { declareDocument } from "../../terminal/json-document";
import type { FlagsOf } from "../../terminal/options";
import { print, printProse, say } from "../../terminal/output";

const PLACEMENTS = ["launcher", "native", "script"] as const satisfies readonly Placement[];

export const installProviderDocument = declareDocument("install-provider", 1, {
  installed: z.array(
    z.object({
      folder: z.string().describe("The folder as it was named."),
      platform: z.string().describe("As Terraform names it, such as `linux_amd64`."),
      executable: z
        .enum(PLACEMENTS)
        .describe(
          "A `launcher` starts the installed native executable, or a copy if `npx` removes the package. A `script` requires Node 20.18.1 or later.",
        ),
    }),
  ),
});

type Installed = z.output<typeof installProviderDocument.schema>["installed"][number];

const EXAMPLES = {
  "install-provider": "Place the provider in the current folder, for this machine.",
  "install-provider infra/a infra/b": "The same for two root modules of plain HCL.",
  "install-provider --global":
    'Place it for every folder of this user, as "terraform -chdir" and a CLI configuration require.',
};

export function installProviderCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(install);
}

function declaredCommand() {
  return new Command("install-provider")
    .description('Place the provider in "terraform.d/plugins" of plain HCL, where "init" finds it without a registry.')
    .argument("[dir...]", "root modules (default: the current folder)")
    .option("--platform <names...>", `platforms as Terraform names them (default: ${thisPlatform()})`)
    .option(
      "--portable",
      "place the whole executable, for a folder that moves to another machine (default: with a cloud block or the backend remote)",
    )
    .option("--no-portable", "place a launcher, if such a workspace runs on this machine")
    .option("--global", "place it for every folder of this user instead")
    .option("--json", "print the result as JSON");
}

type Flags = FlagsOf<typeof declaredCommand>;

function install(folders: readonly string[], flags: Flags): void {
  const installed = flags.global ? [installGlobally(folders, flags)] : installInto(folders, flags);
  if (flags.json) {
    print(installProviderDocument.text({ installed }));
  } else {
    printProse(installed.map((each) => installedText(each, flags)).join(""));
  }
  const hiding = findHidingConfiguration();
  if (hiding) {
    say(`${hiding.file} keeps the engine from looking there. Fix: ${hiding.fix}\n`);
  }
}

function installGlobally(folders: readonly string[], { platform, portable }: Flags): Installed {
  if (folders.length > 0 || platform || portable) {
    throw new CommandError(
      "--global installs for all folders of this machine. Fix: Remove the folder, --platform and --portable.",
    );
  }
  const folder = homeFolder();
  return { folder, platform: thisPlatform(), executable: orCommandError(() => placeGlobally(folder)) };
}

function installInto(named: readonly string[], { platform: platforms = [thisPlatform()], portable }: Flags) {
  const folders = named.length > 0 ? named : ["."];
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) {
    throw new CommandError(`${visiblePath(missing)} is not a folder. Fix: Pass the path of a folder.`);
  }
  return folders.flatMap((folder): Installed[] => {
    const travels = portable ?? (runsElsewhere(folder) || undefined);
    const placed = orCommandError(() => placeProvider(folder, { platforms, portable: travels }));
    const lock = findLockProblem(folder);
    if (lock) {
      say(`${visiblePath(folder)}: ${lock.message} Fix: ${lock.fix}\n`);
    }
    return Array.from(placed, ([platform, executable]) => ({ folder, platform, executable }));
  });
}

function orCommandError<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (reasonOf(error)) {
      throw error;
    }
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

const EXECUTABLES: Readonly<Record<Placement, string>> = {
  launcher: "launcher of the native executable",
  native: "native executable",
  script: "script for Node 20",
};

function installedText({ folder, platform, executable }: Installed, { global: isGlobal }: Flags): string {
  const place = isGlobal ? 'plugins. "init" finds it from every folder.' : 'terraform.d/plugins. Run "init" there.';
  return `${visiblePath(folder)}: the provider for ${platform} (${EXECUTABLES[executable]}) is below ${place}\n`;
}
