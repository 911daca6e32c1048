import { Command } from "@commander-js/extra-typings";
import { StagedFile, systemErrorCode } from "../../../staged-file";
import { visiblePath } from "../../../visible";
import { CommandError, fileProblem } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { print } from "../../terminal/output";

const EXAMPLES = {
  "keygen -o key.txt": "Write a new identity to key.txt, and print its recipient for ageRecipients.",
};

/** Command `keygen`, which replaces `age-keygen` on machines without age. */
export function keygenCommand() {
  return new Command("keygen")
    .description("Create the key pair that encrypts secrets of API keys. Prints the recipient, which is not secret.")
    .requiredOption("-o, --output <file>", "new file for the identity, which decrypts; only you can read it")
    .addHelpText("after", examplesText(EXAMPLES))
    .action(keygen);
}

async function keygen({ output }: { output: string }): Promise<void> {
  const { generateIdentity, identityToRecipient } = await import("age-encryption");
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  let staged: StagedFile | undefined;
  try {
    staged = new StagedFile(output, undefined, text, { mode: 0o600, isNew: true });
    staged.commit();
  } catch (error) {
    staged?.undo();
    const exists = systemErrorCode(error) === "EEXIST";
    throw new CommandError(
      exists ? `${visiblePath(output)} exists. Fix: Name a new file.` : (fileProblem(error) ?? String(error)),
    );
  }
  print(`${recipient}\n`);
}
