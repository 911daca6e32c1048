import { relative, sep } from "node:path";
import type { ApiFields } from "../../../drawing";
import { configurationJson } from "../../code/hcl/edit/configuration-json";
import { HclFile } from "../../code/hcl/edit/hcl-file";
import { findError, loadHclParser } from "../../code/hcl/edit/hcl-syntax";
import { findPart } from "../../code/hcl/edit/object-edit";
import { type CodeLine, fileLineText } from "../../project/code-lines";
import { lineUrl } from "../../project/repository-links";
import { CommandError } from "../../terminal/exit";
import type { LintedObject } from "./linted-objects";

/** The files of a stack in HCL. Their paths are relative to where the command was started. */
export class LintedHcl {
  readonly configurations: readonly ApiFields[];

  constructor(private readonly files: readonly HclFile[]) {
    this.configurations = files.map((file) => configurationJson(file, files));
  }

  /** Returns the line that declares a tile; undefined if no file declares its dashboard. */
  tileLine({ kind, type, label }: LintedObject, tile: string): CodeLine | undefined {
    const block = this.files
      .flatMap(({ blocks }) => blocks)
      .find((each) => each.type === kind && each.labels[0] === type && each.labels[1] === label);
    if (!block) {
      return undefined;
    }
    const { file, line } = findPart(block, `tiles.${tile}`);
    const url = lineUrl(file, line);
    return { file, line, ...(url !== undefined && { url }) };
  }
}

/** Throws a `CommandError` for a block of this provider that is not valid. */
export async function readHcl(paths: readonly string[], readText: (path: string) => string): Promise<LintedHcl> {
  await loadHclParser();
  return new LintedHcl(paths.map((path) => parsedFile(path, readText(path))));
}

function parsedFile(path: string, text: string): HclFile {
  const shown = relative(process.cwd(), path).split(sep).join("/");
  const file = new HclFile(shown, text);
  const owned = file.blocks.filter(({ labels: [type = ""] }) => type.startsWith("clickstack"));
  const error = file.error ?? owned.map(({ node }) => findError(node)).find((each) => each !== undefined);
  if (error) {
    const place = fileLineText({ file: shown, line: file.lineAt(error.start) });
    throw new CommandError(
      `${place}: The file is not valid HCL. Fix: Run \`terraform validate\`, and correct the file.`,
    );
  }
  return file;
}
