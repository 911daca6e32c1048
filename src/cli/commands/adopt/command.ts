import { Command } from "@commander-js/extra-typings";
import { visiblePath } from "../../../visible";
import { DEFAULT_RULES_FILE, readDriftRules } from "../../project/drift-rules";
import { configurationFiles } from "../../project/find-stacks";
import { isProject } from "../../project/project-program";
import { colorsFor } from "../../terminal/colors";
import { CommandError, EXIT } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { type FlagsOf, NONE, withPlanOptions } from "../../terminal/options";
import { print, printPatch, say } from "../../terminal/output";
import { adoptChanges } from "./adopt";
import { type AdoptDocument, adoptDocument } from "./document";
import { addOutput, coloredPatch, OUTPUT_EXTENSIONS, writeCopies, writeOutput } from "./outputs";

const EXAMPLES = {
  adopt: "Print a patch of the code that adopts all changes made in the UI.",
  "adopt --write": "Write the patch to the source files, and check that the plan has no further changes.",
  "adopt clickstack_dashboard.checkout --write": "Adopt the changes of one dashboard only.",
  "adopt --stacks cdktf.out --output adopt.patch --output adopt.md":
    "Write the patch, and a description for a pull request, without running the program.",
  "adopt --check": "List what could be adopted, for a job in CI.",
};

export function adoptCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(adopt);
}

function declaredCommand() {
  const command = new Command("adopt")
    .description(
      "Take changes made in the UI into the code: print a patch of the TypeScript program, or of the .tf files in this folder. Exits with code 0 if the server has no changes or --write adopted some, 2 for changes that can be adopted, 3 for changes of which none can be adopted, 1 for an error.",
    )
    .argument("[address...]", "objects to adopt, such as clickstack_dashboard.checkout (default: all)")
    .option("--write", "write the patch, and restore all files if the new plan is not as expected")
    .option("--check", "list what can be adopted, without the patch")
    .option("--allow-dirty", "write to files with uncommitted changes")
    .option("--include-unmanaged", "add alerts that users created on managed tiles")
    .option(
      "--rules <file>",
      `file with rules for changes to ignore, as for drift (default: ${DEFAULT_RULES_FILE}, if it exists)`,
    )
    .option("--stacks <dir>", "do not run the program, and use stacks that it wrote before; excludes --write")
    .option("--copies <dir>", "also write the edited files to this folder; excludes --write")
    .option("--json", "print the result as JSON")
    .option(
      "-o, --output <file>",
      `also write the result to a file, in the format of its extension: ${OUTPUT_EXTENSIONS.join(", ")}; may be repeated`,
      addOutput,
      NONE,
    );
  return withPlanOptions(command);
}

type Flags = FlagsOf<typeof declaredCommand>;

async function adopt(addresses: string[], flags: Flags): Promise<void> {
  assertFlags(flags);
  if (flags.stacks === undefined && !isProject(process.cwd()) && !configurationFiles(process.cwd())) {
    throw new CommandError(
      "This folder contains neither cdktf.json nor .tf files. Fix: Run the command in the folder of the program or of the configuration.",
    );
  }
  const document = await adoptChanges(process.cwd(), {
    addresses,
    write: flags.write === true,
    allowDirty: flags.allowDirty === true,
    includeUnmanaged: flags.includeUnmanaged === true,
    stacks: flags.stacks,
    rules: readDriftRules(flags.rules),
    init: flags.init === true,
    parallel: flags.parallel,
    engineArguments: flags.engineArg,
  });
  for (const file of flags.output) {
    writeOutput(file, document);
  }
  if (flags.copies !== undefined) {
    writeCopies(flags.copies, document);
  }
  if (flags.json) {
    print(adoptDocument.text(document));
  } else {
    printPatch(flags.check ? "" : coloredPatch(document.patch, colorsFor(process.stdout)));
    say(summaryText(document));
  }
  const withoutPatch = document.objects.length > 0 ? EXIT.unadoptable : EXIT.done;
  const withPatch = document.written ? EXIT.done : EXIT.found;
  process.exitCode = document.patch === "" ? withoutPatch : withPatch;
}

/** Throws a `CommandError` for flags that exclude each other. */
function assertFlags(flags: Flags): void {
  if (flags.allowDirty && !flags.write) {
    throw new CommandError("--allow-dirty requires --write. Fix: Add --write, or leave out --allow-dirty.");
  }
  const reasons = { check: "", stacks: ", because --write runs the program to verify the patch", copies: "" };
  for (const name of ["check", "stacks", "copies"] as const) {
    if (flags.write && flags[name] !== undefined) {
      throw new CommandError(`--write and --${name} exclude each other${reasons[name]}. Fix: Remove one of them.`);
    }
  }
}

function summaryText(document: AdoptDocument): string {
  const { written, objects } = document;
  const adopted = objects.filter((each) => each.adopted.length > 0);
  const lines = adopted.flatMap(({ address, adopted: props }) => [
    `${written ? "Adopted" : "Can adopt"} ${address}:`,
    ...props.map((prop) => `  ${visiblePath(prop)}`),
  ]);
  const others = objects.flatMap(({ address, notAdopted }) =>
    notAdopted.map(({ prop, file, line, reason }) => {
      const place = file === undefined ? "" : ` ${visiblePath(file)}:${line}:`;
      return `  ${address}${prop === "" ? "" : ` ${visiblePath(prop)}`}:${place} ${reason}`;
    }),
  );
  const rest = others.length > 0 ? ["Not adopted:", ...others] : [];
  return `${[...lines, ...rest, ...commentNotes(document), ...idNotes(document), closingLine(document)].join("\n")}\n`;
}

/** Names the comments next to adopted values. */
function commentNotes({ comments }: AdoptDocument): readonly string[] {
  const places = comments.map(({ file, line }) => `${visiblePath(file)}:${line}`);
  return places.length === 0
    ? []
    : [`The comment in the line of an adopted value may be out of date: ${places.join(", ")}.`];
}

/** Names the new ids of objects that the code does not look up. */
function idNotes({ patch }: AdoptDocument): readonly string[] {
  const idsIn = (sign: string) => {
    const property = new RegExp(
      `^\\${sign}.*?\\b(?:source|connection|\\w+(?:Id|_id))\\s*[:=]\\s*["']([\\w-]{8,})["']`,
      "gm",
    );
    return [...patch.matchAll(property)].map(([, id = ""]) => id);
  };
  const earlier = idsIn("-");
  const added = [...new Set(idsIn("+"))].filter((id) => !earlier.includes(id));
  return added.length === 0
    ? []
    : [
        `The code does not look up ${added.join(", ")}, so the patch contains the id. You can replace it with a look-up.`,
      ];
}

function closingLine({ written, files, objects, patchRoot, notVerified }: AdoptDocument): string {
  if (objects.length === 0) {
    return "The server has no changes to adopt.";
  }
  if (files.length === 0) {
    return "Nothing can be adopted.";
  }
  const names = files.map(visiblePath).join(", ");
  if (written) {
    return `Written to ${names}. The plan confirms the patch.`;
  }
  const place = patchRoot === "." ? "" : ` The paths of the patch are relative to ${visiblePath(patchRoot)}.`;
  const verification =
    notVerified === undefined
      ? "The plan of a copy of the project confirms the patch."
      : `No plan verified the patch. ${notVerified}`;
  return `To write the patch to ${names}, run the command again with --write. ${verification}${place}`;
}
