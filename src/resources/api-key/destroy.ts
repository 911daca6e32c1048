import {
  type DeleteRequest,
  type Diagnostic,
  DiagnosticError,
  type PlannedDestroy,
  type PrivateState,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { quoted, reportFailure } from "../handlers/report-failure";
import type { Call, Session } from "../handlers/session";
import type { ApiKeyPatch } from "./api";
import { defaultOnDestroy, isAdopted, isRotated, type OnDestroy } from "./fields";
import { isRefusedOperation } from "./key-collection";
import { contentOf, declaredKey, idIn } from "./mapping";
import { passNameOn } from "./names";
import { guardKey } from "./plan-checks";
import {
  changeUnlessGone,
  declaredName,
  endOfOverlap,
  hasGenerations,
  isMarkOf,
  isSuperseded,
  type KeyInState,
  knownGenerations,
  markOf,
  nameOf,
  removeGenerations,
  retireGeneration,
} from "./rotation/generations";

/** What can become of a key at the end of its resource, or of a generation when it is replaced. */
type KeyEnd = OnDestroy | "retire";

/** What the plan of a destroy hands to the destroy itself: it is the end of the key, not of a generation. */
const FINAL = { end: "final" };

/** Private state without what one plan has said of its own apply: later plans say it anew, or something else. */
export function withoutPlanned({ end: _, replaces: __, ...others }: PrivateState): PrivateState {
  return others;
}

/** Plans the end of a key. Terraform does not ask about the end that comes with a replacement. */
export async function planKeyEnd(request: DeleteRequest, call: Call | undefined): Promise<PlannedDestroy | undefined> {
  const key = keyInState(request);
  const planned = { private: { ...request.private, ...FINAL } };
  if (!call) {
    return planned;
  }
  call.session.keys.noteEndPlanned(key.id);
  return { ...planned, diagnostics: await guardEnd(key, await likelyEnd(key, call), call) };
}

/**
 * Ends a key as its author declared, or lets a generation work until its overlap is over. A destroy that fails was not
 * the end.
 */
export async function endKey(
  request: DeleteRequest,
  { session, signal }: Call,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly private?: PrivateState }> {
  const key = keyInState(request);
  try {
    const diagnostics = await session.keys.inTurn(key.name, signal, () => endInTurn(key, { session, signal }));
    return { diagnostics };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    return { diagnostics: error.diagnostics, private: withoutPlanned(request.private) };
  }
}

async function endInTurn(key: KeyInState, call: Call): Promise<readonly Diagnostic[]> {
  const { session } = call;
  const end = endOf(key, session);
  const refusals = await guardEnd(key, end, call);
  if (refusals.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(refusals);
  }
  await reportFailure(`${VERBS[end]} the API key ${quoted(key.name)}`, () => carryOut(end, key, call));
  const isAlone = end === "retire" && session.keys.isDeposed(key.id) && session.keys.current(key.name) === undefined;
  const diagnostics = isAlone ? await staysUntilRemoved(key, call) : [];
  return [...diagnostics, ...(await passNameOn(key.name, call))];
}

/** A generation of a key whose resource is gone has nobody to remove it after its overlap. */
function endOf(key: KeyInState, { keys }: Session): KeyEnd {
  if (!isRotated(key.declared)) {
    return declaredEnd(key.declared);
  }
  const isGeneration = key.private.end !== FINAL.end || keys.isDeposed(key.id);
  const isAlone = keys.finallyEnded.has(key.name) && keys.current(key.name) === undefined;
  return isGeneration && !isAlone ? "retire" : declaredEnd(key.declared);
}

/** What an end changes of a key; undefined for a key that is gone, "nothing" for one that stays as it is. */
export async function endChange(
  end: KeyEnd,
  declared: ApiKeyDeclaration,
  call: Call,
): Promise<ApiKeyPatch | undefined | "nothing"> {
  switch (end) {
    case "release":
      return "nothing";
    case "delete":
      return undefined;
    case "disable":
      return { state: "disabled" };
    case "expire":
      return { expireAt: await endOfOverlap(declared.expireAfter ?? "0s", declared.expireAt, call) };
    case "retire":
      return { expireAt: await endOfOverlap(declared.overlap ?? "0s", declared.expireAt, call) };
  }
}

const VERBS: Readonly<Record<KeyEnd, string>> = {
  delete: "delete",
  release: "release",
  disable: "disable",
  expire: "set the expiry of",
  retire: "end the overlap of",
};

async function carryOut(end: KeyEnd, key: KeyInState, call: Call): Promise<void> {
  const { session } = call;
  const { id, name, declared } = key;
  if (end === "retire") {
    return retireGeneration(key, call);
  }
  const isFinal = end === "delete" && hasGenerations(declared);
  // Before the key itself: a destroy that fails here is planned again only as long as the key is there.
  if (isFinal) {
    await removeGenerations(key, [...knownGenerations(declared), ...session.keys.retired(name)], call);
  }
  const change = await endChange(end, declared, call);
  if (change === undefined) {
    await deleteKey(id, call);
  } else if (change !== "nothing") {
    await changeUnlessGone(id, change, call);
  }
  session.keys.noteEnded({ id, name, isRetired: false });
  if (isFinal) {
    session.keys.finallyEnded.add(name);
  }
}

/** Deletes a key. The error of a server that does not offer it names the ends that need no delete. */
async function deleteKey(id: string, { session: { client }, signal }: Call): Promise<void> {
  try {
    await client.apiKeys.delete(id, { signal });
  } catch (error) {
    throw isRefusedOperation(error, "DELETE") ? error.withHint(OTHER_ENDS) : error;
  }
}

const OTHER_ENDS =
  "The server refuses to delete this key, so the key stays in the state.\n" +
  'Fix: set on_destroy = "disable" or "release", or set expire_after, apply that, and destroy the key again.';

/** A generation that was put aside by a rotation that was interrupted long ago: no key of this run takes care of it. */
async function staysUntilRemoved({ id, name }: KeyInState, { session, signal }: Call): Promise<readonly Diagnostic[]> {
  const keys = await session.client.apiKeys.readAllIfOffered({ signal });
  const willBeCompleted = (keys ?? []).map(nameOf).some((each) => markOf(each) === "pending" && isMarkOf(each, name));
  if (willBeCompleted) {
    return [];
  }
  return [
    {
      severity: "warning",
      summary: "A replaced API key stays on the server",
      detail: `The key ${id}, a generation of ${quoted(name)}, stops working at the end of its overlap, and no later apply removes it, because this one does not show which key has replaced it.\nFix: delete it in the console after that.`,
    },
  ];
}

/** A generation that has a successor was put aside by a rotation that was interrupted. */
async function likelyEnd({ declared, name }: KeyInState, { session, signal }: Call): Promise<KeyEnd> {
  if (!isRotated(declared)) {
    return declaredEnd(declared);
  }
  if (session.keys.current(name) !== undefined) {
    return "retire";
  }
  const keys = await reportFailure("plan the end of the API key", () =>
    session.client.apiKeys.readAllIfOffered({ signal }),
  );
  return isSuperseded(keys ?? [], { ...declared, name }) ? "retire" : declaredEnd(declared);
}

function declaredEnd(declared: ApiKeyDeclaration): OnDestroy {
  return declared.onDestroy ?? defaultOnDestroy(declared);
}

async function guardEnd({ id, name, declared }: KeyInState, end: KeyEnd, call: Call): Promise<readonly Diagnostic[]> {
  const after = await endChange(end, declared, call);
  if (after === "nothing") {
    return [];
  }
  const { keySuffix = "", allowSelfLockout = false } = declared;
  return reportFailure("plan the end of the API key", async () => {
    const before = await contentOf({ ...declared, roleNames: [] }, call);
    return guardKey({ id, name, keySuffix, before, after, allowSelfLockout }, call);
  });
}

function keyInState({ state, private: memory }: DeleteRequest): KeyInState {
  const declared = declaredKey(state);
  const observedName = declared.name ?? "";
  const name = isAdopted(declared) ? observedName : declaredName(observedName, memory);
  return { id: idIn(state), declared, name, observedName, private: memory };
}
