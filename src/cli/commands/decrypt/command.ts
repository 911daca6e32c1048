import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command } from "@commander-js/extra-typings";
import { fileProblem } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { print } from "../../terminal/output";

const EXAMPLES = {
  "decrypt -i key.txt < secret.age": 'Decrypt what "terraform output -raw encrypted_secret" wrote to secret.age.',
};

/** Command `decrypt`, which replaces `age -d` on machines without age. */
export function decryptCommand() {
  return new Command("decrypt")
    .description(
      "Decrypt the encrypted_secret of an API key from standard input. Prints JSON with key_id and key_secret.",
    )
    .requiredOption("-i, --identity <file>", "file with the age identity, as age-keygen wrote it")
    .addHelpText("after", examplesText(EXAMPLES))
    .action(decrypt);
}

async function decrypt({ identity }: { identity: string }, command: Command): Promise<void> {
  const { decryptSecret } = await import("../../server/decrypt-secret");
  try {
    // Read first, so that a wrong file is reported before the user enters the secret.
    const identities = await readFile(identity, "utf8");
    print(await decryptSecret(await text(process.stdin), identities));
  } catch (error) {
    const reason = fileProblem(error) ?? (error instanceof Error ? error.message : String(error));
    command.error(`Could not decrypt: ${reason}`);
  }
}
