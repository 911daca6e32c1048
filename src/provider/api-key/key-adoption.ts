import type { ApiKeyRecord } from "../../api";
import { DiagnosticError } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema";
import { lookUp } from "../look-up";
import { quoted } from "../quoted";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";

/** How a message speaks of keys that are looked up. */
export const API_KEY_WORDING = {
  noun: "API key",
  plural: "API keys",
  kindOf: ({ keySuffix }: ApiKeyRecord) => `ends with ${keySuffix ?? "nothing that the server shows"}`,
};

/** The key to adopt, asked afresh. Throws a diagnostic when there is none, or several with the name. */
export async function keyToAdopt(
  { id, name }: NonNullable<ApiKeyDeclaration["adopt"]>,
  session: Session,
  signal: AbortSignal,
): Promise<ApiKeyRecord> {
  const { apiKeys } = session.client;
  if (id !== undefined) {
    const record = await reportFailure(`adopt the API key ${id}`, () => apiKeys.get(id, { signal }));
    if (!record) throw noSuchKey(id);
    return record;
  }
  const keys = await reportFailure(`adopt the API key ${quoted(name ?? "")}`, () => apiKeys.list({ signal }));
  const named = keys.map((key) => ({ ...key, name: key.name ?? "" }));
  return lookUp(API_KEY_WORDING, named, { name: name ?? null }, ["adopt", "name"]);
}

/** For a key that is gone, or never was. */
export function noSuchKey(id: string, path: string[] = ["adopt"]): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: "There is no such API key",
    detail: `The organization has no API key with the id ${id}.`,
    path,
  });
}
