import type { DeleteRequest, Diagnostic, PlannedDestroy } from "../../plugin";
import { DiagnosticError } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema";
import { defaultOnDestroy, type OnDestroy } from "../../schema/key-destroy";
import { isRotated } from "../../schema/key-rotation";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { declaredKey } from "./api-key-shape";
import { contentOf, type KeyContent } from "./key-content";
import { declaredName } from "./key-generations";
import { guardKey } from "./key-guard";
import { endOfOverlap, isSuperseded, removeAllEarlier, retireGeneration } from "./key-rotation";

/** What can become of a key at the end of its resource, or of a generation when it is replaced. */
export type KeyEnd = OnDestroy | "retire";

/** What the plan of a destroy hands to the destroy itself: it is the end of the key, not of a generation. */
const FINAL = { end: "final" };

/** Plans the end of a key. Terraform does not ask about the end that comes with a replacement. */
export async function planKeyEnd(
  { state, private: memory }: DeleteRequest,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<PlannedDestroy | undefined> {
  const declared = keyInState(state);
  const planned = { private: { ...memory, ...FINAL } };
  if (!session) return planned;
  session.keys.noteEndPlanned(String(declared.id));
  return {
    ...planned,
    diagnostics: await guardEnd(declared, await likelyEnd(declared, session, signal), session, signal),
  };
}

/** Ends a key as its author declared, or lets a generation work until its overlap is over. */
export async function endKey({ state, private: memory }: DeleteRequest, session: Session, signal: AbortSignal) {
  const declared = keyInState(state);
  const isGeneration = memory.end !== FINAL.end || session.keys.isDeposed(String(declared.id));
  const end = isRotated(declared) && isGeneration ? "retire" : declaredEnd(declared);
  const refusals = await guardEnd(declared, end, session, signal);
  if (refusals.some(({ severity }) => severity === "error")) throw new DiagnosticError(refusals);
  await reportFailure(`${VERBS[end]} the API key "${declared.name}"`, () => carryOut(end, declared, session, signal));
}

/** What an end changes of a key; undefined for a key that is gone, "nothing" for one that stays as it is. */
export async function endChange(
  end: KeyEnd,
  declared: ApiKeyDeclaration,
  session: Session,
  signal: AbortSignal,
): Promise<KeyContent | undefined | "nothing"> {
  switch (end) {
    case "release":
      return "nothing";
    case "delete":
      return undefined;
    case "disable":
      return { state: "disabled" };
    case "expire":
      return { expireAt: await endOfOverlap(declared.expireAfter ?? "0s", declared.expireAt, session, signal) };
    case "retire":
      return { expireAt: await endOfOverlap(declared.overlap ?? "0s", declared.expireAt, session, signal) };
  }
}

const VERBS: Readonly<Record<KeyEnd, string>> = {
  delete: "delete",
  release: "release",
  disable: "disable",
  expire: "set the expiry of",
  retire: "end the overlap of",
};

async function carryOut(end: KeyEnd, declared: ApiKeyDeclaration, session: Session, signal: AbortSignal) {
  const { apiKeys } = session.client;
  const id = String(declared.id);
  if (end === "retire") return retireGeneration(declared, session, signal);
  const change = await endChange(end, declared, session, signal);
  if (change === "nothing") return;
  if (change) await apiKeys.update(id, change, { signal });
  else await apiKeys.delete(id, { signal });
  if (end === "delete" && isRotated(declared)) await removeAllEarlier(String(declared.name), session, signal);
}

/** A generation that has a successor was put aside by a rotation that was interrupted. */
async function likelyEnd(declared: ApiKeyDeclaration, session: Session, signal: AbortSignal): Promise<KeyEnd> {
  if (!isRotated(declared)) return declaredEnd(declared);
  if (session.keys.bornAs(String(declared.name)) !== undefined) return "retire";
  const keys = await reportFailure("plan the end of the API key", () => session.client.apiKeys.readAll({ signal }));
  return isSuperseded(keys, declared) ? "retire" : declaredEnd(declared);
}

function declaredEnd(declared: ApiKeyDeclaration): OnDestroy {
  return declared.onDestroy ?? defaultOnDestroy(declared);
}

async function guardEnd(
  declared: ApiKeyDeclaration,
  end: KeyEnd,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const after = await endChange(end, declared, session, signal);
  if (after === "nothing") return [];
  const { id = "", name = id, keySuffix = "", allowSelfLockout = false } = declared;
  return reportFailure("plan the end of the API key", async () => {
    const before = await contentOf({ ...declared, roleNames: [] }, session, signal);
    return guardKey({ id, name, keySuffix, before, after, allowSelfLockout }, session, signal);
  });
}

/** A key as it was declared: the server may call a generation otherwise. */
function keyInState(state: DeleteRequest["state"]): ApiKeyDeclaration {
  const declared = declaredKey(state);
  return { ...declared, ...(declared.name !== undefined && { name: declaredName(declared.name) }) };
}
