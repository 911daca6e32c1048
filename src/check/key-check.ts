import { ApiError, type Client } from "../api";
import { type Clock, systemClock } from "../api/clock";
import { failed, passed, type Verdict } from "./verdict";

/** What is asked with the key: its own record, which any key may try, or what a role must allow. */
export type KeyMayRead = "nothing" | "keys" | "sources";

export interface KeyExpectation {
  /** The id of the key's record, a UUID. */
  readonly id: string;
  /** An enabled key must be accepted, a disabled one refused. */
  readonly state: "enabled" | "disabled";
  /** What the key's roles must allow it to read. "nothing": that the server knows the key is enough. */
  readonly mayRead: KeyMayRead;
}

/** A change of a key takes up to 30 s to be known everywhere (docs/internals/api-behavior.md 1.6). Seconds between the tries: 42 in all. */
const PAUSES = [1, 2, 4, 5, 5, 5, 5, 5, 5, 5];

type Answer = "accepted" | "forbidden" | "refused";

/**
 * Proves with one request, signed by the key itself, that a key works, or that a disabled one does not.
 * Asks again while the server may not have heard of the change. Throws what is no answer about the key: no connection, a server's failure.
 * @param client signs with the key that is checked.
 */
export async function checkKey(client: Client, expected: KeyExpectation, clock: Clock = systemClock): Promise<Verdict> {
  for (const pause of [...PAUSES, undefined]) {
    const { answer, text } = await ask(client, expected);
    const verdict = judge(answer, expected, text);
    if (verdict.passed || pause === undefined || !mayChange(answer, expected)) return verdict;
    await clock.sleep(pause * 1000);
  }
  throw new Error("The last try has no pause and ends above.");
}

async function ask(client: Client, { id, mayRead }: KeyExpectation): Promise<{ answer: Answer; text: string }> {
  try {
    if (mayRead === "sources") await client.sources.list();
    else await client.apiKeys.get(id);
    return { answer: "accepted", text: "" };
  } catch (error) {
    if (error instanceof ApiError && error.isUnauthorized) return { answer: "refused", text: error.text };
    if (error instanceof ApiError && error.isForbidden) return { answer: "forbidden", text: error.text };
    throw error;
  }
}

/** Only what a spreading change can alter is asked again: no key gets its roles later. */
function mayChange(answer: Answer, { state }: KeyExpectation): boolean {
  return state === "enabled" ? answer === "refused" : answer !== "refused";
}

function judge(answer: Answer, { id, state, mayRead }: KeyExpectation, text: string): Verdict {
  const said = text === "" ? "" : ` The server said: ${text}`;
  if (state === "disabled") {
    return answer === "refused"
      ? passed(`The key ${id} is refused, as a disabled one should be.`)
      : failed(`The key ${id} is disabled and still works.`);
  }
  if (answer === "refused") {
    return failed(
      `The server refuses the key ${id}: the key ID or secret is not that key's, or the key is expired or disabled.${said}`,
    );
  }
  if (answer === "forbidden" && mayRead !== "nothing") {
    return failed(
      `The server knows the key ${id}, but does not let it read ${mayRead}: its roles or its IP access list do not allow it from here.${said}`,
    );
  }
  return passed(`The key ${id} works.`);
}
