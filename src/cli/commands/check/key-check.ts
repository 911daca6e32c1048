import { readFile } from "node:fs/promises";
import * as z from "zod";
import { ApiError } from "../../../client";
import { type Clock, systemClock } from "../../../client/waiting";
import type { Client } from "../../../resources/client";
import { CommandError } from "../../terminal/exit";
import { type CheckedMaterial, type Environment, parsedJson } from "./check-settings";
import { failed, passed, type Verdict } from "./verdict";

/** Request that is sent with the key: its record, which every key may request, or objects that require a role. */
type KeyMayRead = "nothing" | "keys" | "sources";

export interface KeyExpectation {
  /** The id of the key's record, a UUID. */
  readonly id: string;
  /** An enabled key must be accepted, a disabled one refused. */
  readonly state: "enabled" | "disabled";
  /** Objects that the key's roles must allow to read. "nothing": the check passes if the server knows the key. */
  readonly mayRead: KeyMayRead;
  /** Objects that the key's roles must not allow to read. */
  readonly mayNotRead?: readonly Exclude<KeyMayRead, "nothing">[];
}

/**
 * Seconds between the tries, 42 in total. A change of a key takes up to 30 s to reach all servers
 * (docs/internals/api-behavior.md 1.6).
 */
const PAUSES = [1, 2, 4, 5, 5, 5, 5, 5, 5, 5];

type KeyOutcome = "accepted" | "forbidden" | "refused";

/**
 * Verifies with one request, signed by the key itself, that a key works, or that a disabled one does not. Repeats the
 * request while a change may not have reached the server. Throws if the response is not about the key: no connection, a
 * server error.
 * @param client signs with the key that is checked.
 */
export async function checkKey(client: Client, expected: KeyExpectation, clock: Clock = systemClock): Promise<Verdict> {
  for (const pause of [...PAUSES, undefined]) {
    const { outcome, text } = await ask(client, expected);
    const verdict = judge(outcome, expected, text);
    if (verdict.passed && expected.state === "enabled") {
      return judgeRest(client, expected, verdict);
    }
    // Until a change of the key reaches all servers, some use its old state. Missing roles do not appear later.
    const mayChange = expected.state === "enabled" ? outcome === "refused" : outcome !== "refused";
    if (verdict.passed || pause === undefined || !mayChange) {
      return verdict;
    }
    await clock.sleep(pause * 1000);
  }
  throw new Error("The last try has no pause and ends above.");
}

/** Verifies that a key has no more permissions than required. */
async function judgeRest(client: Client, expected: KeyExpectation, verdict: Verdict): Promise<Verdict> {
  for (const what of expected.mayNotRead ?? []) {
    const { outcome } = await ask(client, { ...expected, mayRead: what });
    if (outcome === "accepted") {
      return failed(`The key ${expected.id} works, but may read ${what} too: its roles allow more than they should.`);
    }
  }
  return verdict;
}

async function ask(client: Client, { id, mayRead }: KeyExpectation): Promise<{ outcome: KeyOutcome; text: string }> {
  try {
    if (mayRead === "sources") {
      await client.sources.listShown();
    } else {
      await client.apiKeys.get(id);
    }
    return { outcome: "accepted", text: "" };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.kind !== "unauthorized" && error.kind !== "forbidden")) {
      throw error;
    }
    return { outcome: error.kind === "unauthorized" ? "refused" : "forbidden", text: error.text };
  }
}

function judge(outcome: KeyOutcome, { id, state, mayRead }: KeyExpectation, text: string): Verdict {
  const response = text === "" ? "" : ` The server responds: ${text}`;
  if (state === "disabled") {
    return outcome === "refused"
      ? passed(`The key ${id} is refused, as required for a disabled key.`)
      : failed(`The key ${id} is disabled and still works.`);
  }
  if (outcome === "refused") {
    return failed(
      `The server refuses the key ${id}: the key ID or secret is wrong, or the key is expired or disabled.${response}`,
    );
  }
  if (outcome === "forbidden" && mayRead !== "nothing") {
    return failed(
      `The server knows the key ${id}, but does not let it read ${mayRead}: its roles or its IP access list do not allow it from here.${response}`,
    );
  }
  return passed(`The key ${id} works.`);
}

/**
 * Returns the key's own ID and secret. They come from `CLICKSTACK_CHECK_KEY_ID` and `CLICKSTACK_CHECK_KEY_SECRET`, or
 * from `CLICKSTACK_CHECK_ENCRYPTED_SECRET`. `CLICKSTACK_CHECK_IDENTITY_FILE` names the file with the age identity that
 * decrypts the secret.
 */
export async function checkedMaterial(environment: Environment): Promise<CheckedMaterial> {
  const { CLICKSTACK_CHECK_KEY_ID: keyId, CLICKSTACK_CHECK_KEY_SECRET: keySecret } = environment;
  if (keyId && keySecret) {
    return { cloudApiKey: keyId, cloudApiSecret: keySecret };
  }
  const { CLICKSTACK_CHECK_ENCRYPTED_SECRET: cipherText, CLICKSTACK_CHECK_IDENTITY_FILE: identityFile } = environment;
  if (cipherText && identityFile) {
    return decrypted(cipherText, identityFile);
  }
  throw new CommandError(
    "The check needs the key that it checks: CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET, or CLICKSTACK_CHECK_ENCRYPTED_SECRET and CLICKSTACK_CHECK_IDENTITY_FILE.",
  );
}

const secretSchema = z.object({ key_id: z.string(), key_secret: z.string() });

async function decrypted(cipherText: string, identityFile: string): Promise<CheckedMaterial> {
  const { decryptSecret } = await import("../../server/decrypt-secret");
  const secret = await decryptSecret(cipherText, await readFile(identityFile, "utf8"));
  const problem = "The decrypted secret is not a JSON object with key_id and key_secret.";
  const { key_id: cloudApiKey, key_secret: cloudApiSecret } = parsedJson(secret, secretSchema, problem);
  return { cloudApiKey, cloudApiSecret };
}
