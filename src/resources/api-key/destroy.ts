import {
  type DeleteRequest,
  type Diagnostic,
  DiagnosticError,
  type PlannedDestroy,
  type PrivateState,
  warning,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { quoted, reportFailure, throwErrors } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import type { ApiKeyPatch } from "./api";
import { defaultOnDestroy, isRotated, type OnDestroy } from "./fields";
import { isRefusedOperation, serverKeys } from "./key-collection";
import { contentOf } from "./mapping";
import { passNameOn } from "./names";
import { guardKey } from "./plan-checks";
import { isMarkOf, markOf, nameOf } from "./rotation/generation-names";
import {
  generationsOf,
  isSuperseded,
  type KeyInState,
  keyInState,
  removeGenerations,
  retireGeneration,
  updateIfExists,
} from "./rotation/generations";
import { endOfOverlap, hasGenerations, knownGenerations } from "./rotation/schedule";
import { keysOf } from "./session";

/** End of a key: a destroy behavior, or `retire` for a generation that is replaced (rotation/states.ts). */
type KeyEnd = OnDestroy | "retire";

/** Private state of a planned destroy. It makes the apply end the key, and not only a generation. */
const FINAL = { end: "final" };

/** Returns private state without the notes of a plan for its own apply. Each plan writes its own notes. */
export function withoutPlanned({ end: _, replaces: __, ...others }: PrivateState): PrivateState {
  return others;
}

/** Plans the destroy of a key. Terraform does not call this for the destroy that is part of a replacement. */
export async function planKeyEnd(request: DeleteRequest, call: Call | undefined): Promise<PlannedDestroy | undefined> {
  const key = keyInState(request.state, request.private);
  const planned = { private: { ...request.private, ...FINAL } };
  if (!call) {
    return planned;
  }
  keysOf(call.session).deposed.add(key.id);
  const guarded = async () => guardEnd(key, await likelyEnd(key, call), call);
  return { ...planned, diagnostics: await reportFailure("plan the end of the API key", guarded) };
}

/**
 * Ends a key by its destroy behavior, or retires it until the end of its overlap if a newer generation replaces it. A
 * failed destroy clears the notes of the plan, so that a later rotation retires the key.
 */
export async function endKey(
  request: DeleteRequest,
  call: Call,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly private?: PrivateState }> {
  const key = keyInState(request.state, request.private);
  const end = () => endInTurn(withOverlapOfSuccessor(key, call.session), call);
  try {
    const diagnostics = await keysOf(call.session).turns.run(key.name, call.signal, end);
    return { diagnostics };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    return { diagnostics: error.diagnostics, private: withoutPlanned(request.private) };
  }
}

/** A rotation uses the overlap that its apply declares, so that a user can end a leaked key at once. */
function withOverlapOfSuccessor(key: KeyInState, session: Session): KeyInState {
  const overlap = keysOf(session).current.get(key.name)?.overlap ?? key.declared.overlap;
  return overlap === undefined ? key : { ...key, declared: { ...key.declared, overlap } };
}

async function endInTurn(key: KeyInState, call: Call): Promise<readonly Diagnostic[]> {
  const end = endOf(key, call.session);
  throwErrors(await reportFailure("plan the end of the API key", () => guardEnd(key, end, call)));
  await reportFailure(`${ENDS[end].verb} the API key ${quoted(key.name)}`, () => carryOut(end, key, call));
  const hasNoSuccessor =
    end === "retire" &&
    keysOf(call.session).deposed.has(key.id) &&
    keysOf(call.session).current.get(key.name) === undefined;
  const diagnostics = hasNoSuccessor ? await warnOfUnknownSuccessor(key, call) : [];
  return [...diagnostics, ...(await passNameOn(key.name, call))];
}

/**
 * Returns the end of a key. It is `retire` only if a newer generation replaces the key, because no later apply removes
 * a retired key whose resource was destroyed.
 */
function endOf(key: KeyInState, session: Session): KeyEnd {
  const keys = keysOf(session);
  if (!isRotated(key.declared)) {
    return declaredEnd(key.declared);
  }
  const isGeneration = key.private.end !== FINAL.end || keys.deposed.has(key.id);
  const hasNoSuccessor = keys.finallyEnded.has(key.name) && keys.current.get(key.name) === undefined;
  return isGeneration && !hasNoSuccessor ? "retire" : declaredEnd(key.declared);
}

/** The verb of each end, and the update that ends a key. A delete and a release have no update. */
const ENDS: Readonly<
  Record<KeyEnd, { readonly verb: string; patch?(key: ApiKeyDeclaration, call: Call): Promise<ApiKeyPatch> }>
> = {
  delete: { verb: "delete" },
  release: { verb: "release" },
  disable: { verb: "disable", patch: async () => ({ state: "disabled" }) },
  expire: {
    verb: "set the expiry of",
    patch: async ({ expireAfter = "0s", expireAt }, call) => ({
      expireAt: await endOfOverlap(expireAfter, expireAt, call),
    }),
  },
  retire: {
    verb: "end the overlap of",
    patch: async ({ overlap = "0s", expireAt }, call) => ({ expireAt: await endOfOverlap(overlap, expireAt, call) }),
  },
};

async function carryOut(end: KeyEnd, key: KeyInState, call: Call): Promise<void> {
  const { id, name, declared } = key;
  if (end === "retire") {
    return retireGeneration(key, call);
  }
  const isFinal = end === "delete" && hasGenerations(declared);
  // Runs before the key itself ends. If it fails, the key is still in the state, and the next plan destroys it again.
  if (isFinal) {
    const known = [...knownGenerations(declared), ...keysOf(call.session).retired(name)];
    // The state lacks a generation if the server refused the list during the refresh.
    const { records } = await serverKeys(call).shown();
    const others = generationsOf(records, key, known).filter(
      ({ id: other }) => !known.some((each) => each.id === other),
    );
    await removeGenerations(key, [...known, ...others], "successorEnded", call);
  }
  if (end === "delete") {
    await deleteKey(id, call);
  }
  const patch = await ENDS[end].patch?.(declared, call);
  if (patch) {
    await updateIfExists(id, patch, call);
  }
  keysOf(call.session).ended.set(id, { id, name, isRetired: false });
  if (isFinal) {
    keysOf(call.session).finallyEnded.add(name);
  }
}

/** Deletes a key. If the server refuses all deletes, the error names the other destroy behaviors. */
async function deleteKey(id: string, call: Call): Promise<void> {
  try {
    await serverKeys(call).delete(id);
  } catch (error) {
    throw isRefusedOperation(error, "DELETE") ? error.withHint(OTHER_BEHAVIORS) : error;
  }
}

const OTHER_BEHAVIORS =
  "The server refuses to delete this key, so the key stays in the state.\n" +
  'Fix: set on_destroy = "disable" or "release", or set expire_after, apply that, and destroy the key again.';

/** Warns of a retired generation whose successor this run does not know, after a rotation that was interrupted. */
async function warnOfUnknownSuccessor({ id, name }: KeyInState, call: Call): Promise<readonly Diagnostic[]> {
  const keys = await serverKeys(call).shownIfOffered();
  const willBeCompleted = (keys?.records ?? [])
    .map(nameOf)
    .some((each) => markOf(each) === "pending" && isMarkOf(each, name));
  if (willBeCompleted) {
    return [];
  }
  return [
    warning(
      "A replaced API key stays on the server",
      `The key ${id}, a generation of ${quoted(name)}, stops working at the end of its overlap. No later apply removes it, because this apply does not show which key replaced it.\nFix: delete it in the console after the overlap.`,
    ),
  ];
}

/** Predicts the end of a key for the plan. After an interrupted rotation, the key may have a successor. */
async function likelyEnd({ declared, name }: KeyInState, call: Call): Promise<KeyEnd> {
  if (!isRotated(declared)) {
    return declaredEnd(declared);
  }
  if (keysOf(call.session).current.has(name)) {
    return "retire";
  }
  const keys = await serverKeys(call).shownIfOffered();
  return isSuperseded(keys?.records ?? [], { ...declared, name }) ? "retire" : declaredEnd(declared);
}

/** Returns the end of a key that no newer generation replaces. */
export function declaredEnd(declared: ApiKeyDeclaration): OnDestroy {
  return declared.onDestroy ?? defaultOnDestroy(declared);
}

/** Guards the end of a key. Throws the errors of requests as they are. */
export async function guardEnd(key: KeyInState, end: KeyEnd, call: Call): Promise<readonly Diagnostic[]> {
  if (end === "release") {
    return [];
  }
  const { id, name, declared } = key;
  const { keySuffix = "", allowSelfLockout = false } = declared;
  const after = await ENDS[end].patch?.(declared, call);
  const before = await contentOf({ ...declared, roleNames: [] }, call);
  return guardKey({ id, name, keySuffix, before, after, allowSelfLockout }, call);
}
