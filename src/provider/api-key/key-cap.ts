import type { Diagnostic } from "../../plugin";
import type { Session } from "../session";

/** The keys that an organization can hold (docs/internals/api-behavior.md 1.1). */
const MOST_KEYS = 100;
/** From here on an author should know. */
const NEARLY = 95;

/** Refuses the plan of a key for which there is no room. */
export async function checkRoomForKey(session: Session, signal: AbortSignal): Promise<readonly Diagnostic[]> {
  const keys = await session.client.apiKeys.readAll({ signal });
  const count = session.keys.countWithOneMore(keys.length);
  if (count > MOST_KEYS) {
    return [
      {
        severity: "error",
        summary: "There is no room for another API key",
        detail: `An organization can hold ${MOST_KEYS} keys; it holds ${keys.length}, and with this plan it would be ${count}. Delete keys that are not used any more first; the data source clickstack_api_keys lists them.`,
      },
    ];
  }
  if (count < NEARLY) return [];
  return [
    {
      severity: "warning",
      summary: "There is hardly room for more API keys",
      detail: `An organization can hold ${MOST_KEYS} keys, and with this plan it holds ${count}. A rotation needs room for one more.`,
    },
  ];
}
