import { earliestCreation, wasCreatedAfter } from "../../../client/creates/created-object";
import { type Diagnostic, warning } from "../../../plugin";
import { quoted } from "../../shared/report-failure";
import type { Call, Session } from "../../shared/session";
import type { ApiKeyRecord } from "../api";
import { serverKeys } from "../key-collection";
import { idAndUse, unmanaged } from "../names";
import { keysOf } from "../session";
import { type GenerationMark, isMarkOf, isReplacedBy, markOf, nameOf } from "./generation-names";

/**
 * Warns once of each key that an interrupted run left behind. The name of such a key belongs to this resource, but no
 * state contains the key.
 * @param known the ids of the generations in this key's state
 */
export async function warnOfLeftBehind(
  name: string,
  known: ReadonlySet<string>,
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { records } = await serverKeys(call).shown();
  const left = leftBehind(records, name).filter(
    ({ id }) =>
      !known.has(id) && !keysOf(call.session).ended.has(id) && keysOf(call.session).current.get(name)?.id !== id,
  );
  const unknown = (await unmanaged(left, call)).filter(({ id }) => isFirstWarning(id, call.session));
  const now = unknown.length > 0 ? await serverKeys(call).now() : 0;
  return unknown.map((key) => (isOfEarlierRun(key, now, call.session) ? leftByEarlierRun(key) : leftByOthers(key)));
}

/** Returns true for the first warning of a run about a key that an interrupted run left behind. */
export function isFirstWarning(id: string, session: Session): boolean {
  return session.isFirst(`API key ${id} left behind`);
}

/**
 * Returns the keys that a create or a rotation of the key with this name may have left behind. They are the keys whose
 * create was interrupted, and previous generations whose successor does not exist.
 */
export function leftBehind(keys: readonly ApiKeyRecord[], name: string): readonly ApiKeyRecord[] {
  return keys.filter((key) => isMarkOf(nameOf(key), name) && !keys.some(({ id }) => isReplacedBy(nameOf(key), id)));
}

/**
 * Returns true if the journal of creates shows that an earlier run created a key. The next create deletes such a key.
 * @param now epoch milliseconds by the server's clock
 */
export function isOfEarlierRun(key: ApiKeyRecord, now: number, { journal }: Session): boolean {
  const create = key.usedAt ? undefined : journal?.interrupted({ id: key.id, name: nameOf(key) });
  if (create === undefined) {
    return false;
  }
  const elapsed = Date.now() - create.startedAt;
  return wasCreatedAfter(earliestCreation(new Date(now).toUTCString(), elapsed, Date.now()), key);
}

/** Reports that an apply deleted a key that no plan announced. */
export function wasDiscarded(key: ApiKeyRecord): Diagnostic {
  return warning(
    `Deleted the API key ${quoted(nameOf(key))} of an interrupted create`,
    `This provider created the key ${idAndUse(key)}, but the response with its secret was lost, or the run ended before a state held the key. Another key replaces it.`,
  );
}

/** Reports a key of an interrupted run, which the next create of this name deletes. */
export function leftByEarlierRun(key: ApiKeyRecord): Diagnostic {
  return warning(
    `An interrupted run created the API key ${quoted(nameOf(key))}, which is not in any state`,
    `The secret of the key ${idAndUse(key)} is lost. The next apply in this folder that creates a key with this name deletes it.`,
  );
}

function leftByOthers(key: ApiKeyRecord): Diagnostic {
  return warning(
    `An interrupted run may have left the API key ${quoted(nameOf(key))}`,
    `No state that this run reads contains the key ${idAndUse(key)}. ${REASONS[markOf(nameOf(key)) ?? "pending"]}`,
  );
}

const REASONS: Readonly<Record<GenerationMark, string>> = {
  pending:
    "Its create was not completed. Its secret is lost, unless the configuration provided the secret.\nFix: delete it in the console, unless another run is creating it now.",
  previous:
    "It is a previous generation, and its successor does not exist.\nFix: delete it in the console once no client uses it.",
};
