import { type Diagnostic, DiagnosticError, type ObjectValue } from "../../plugin";
import { type EncryptKeyMaterial, encryptionTo, refusedRecipients } from "./encrypt-key-material";

/** Encryption to recipients that may be wrong: refuses them with their paths. */
export async function encryptionFor(recipients: readonly string[]): Promise<EncryptKeyMaterial> {
  const refused = await problemsOfRecipients(recipients);
  if (refused.length > 0) throw new DiagnosticError(refused);
  return encryptionTo(recipients);
}

/** What is wrong with the known recipients of a configuration, beyond what the declaration says. */
export async function validateRecipients({ age_recipients: recipients }: ObjectValue): Promise<readonly Diagnostic[]> {
  if (!Array.isArray(recipients)) return [];
  // The declaration has refused what does not look like a recipient, and has said so.
  const known = recipients.map((each) => (typeof each === "string" && /^age1/.test(each) ? each : undefined));
  const problems = await problemsOfRecipients(known.filter((each) => each !== undefined));
  const places = known.flatMap((each, index) => (each === undefined ? [] : [index]));
  return problems.map((problem) => ({ ...problem, path: ["age_recipients", places[Number(problem.path?.[1])] ?? 0] }));
}

async function problemsOfRecipients(recipients: readonly string[]): Promise<readonly Diagnostic[]> {
  return (await refusedRecipients(recipients)).map(({ index, reason }) => ({
    severity: "error",
    summary: "Invalid age recipient",
    detail: `${reason} Copy it again from the line "public key" that age-keygen wrote.`,
    path: ["age_recipients", index],
  }));
}
