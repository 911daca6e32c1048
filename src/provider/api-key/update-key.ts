import { isUnknown, type UpdateRequest, type WriteResult } from "../../plugin";
import { quoted } from "../quoted";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { declaredKey, locateInKey, wordingMemory, wordingOf } from "./api-key-shape";
import { noSuchKey } from "./key-adoption";
import { changesOf, contentOf } from "./key-content";
import { isPendingName, namesMemory } from "./key-generations";
import { nameHolders, waitsForName } from "./key-name";
import { hasGenerations, knownGenerations, removeDone, rotationMemory } from "./key-rotation";
import { secretAfterUpdate } from "./key-secret";
import { keyState, ownFields } from "./key-state";

/** Changes a key in place, and removes the generations that the plan has dropped. */
export async function updateKey(request: UpdateRequest, session: Session, signal: AbortSignal): Promise<WriteResult> {
  const { plan, private: memory } = request;
  const declared = declaredKey(plan);
  const name = String(plan.name);
  const { record, generations, waiting } = await reportFailure(
    `update the API key ${quoted(name)}`,
    () => session.keys.inTurn(name, signal, () => updateInTurn(request, session, signal)),
    locateInKey,
  );
  const secret = await secretAfterUpdate(declared, declaredKey(request.state));
  const named = declared.adopt ? record : { ...record, name };
  const names = declared.adopt ? {} : namesMemory(name, { ...memory, waits: waiting !== undefined });
  return {
    state: keyState(named, wordingOf(declared), { ...ownFields(declared), generations, ...secret }, plan),
    private: { ...rotationMemory(memory), ...wordingMemory(declared), ...names },
    diagnostics: waiting ? [waiting] : [],
  };
}

async function updateInTurn(request: UpdateRequest, session: Session, signal: AbortSignal) {
  const { plan, state, config, private: memory } = request;
  const id = String(state.id);
  const declared = declaredKey(plan);
  const before = declaredKey(state);
  const wanted = declared.adopt
    ? await contentOf(declaredKey(config), session, signal)
    : { expireAt: null, ...(await contentOf(declared, session, signal)) };
  const changes = changesOf(wanted, await contentOf(before, session, signal));
  const holders = declared.adopt ? [] : await holdersOfName(request, session, signal);
  const { name: _, ...withoutName } = changes;
  const patch = holders.length > 0 ? withoutName : changes;
  const known = knownGenerations(before);
  const kept = isUnknown(declared.generations) ? known : knownGenerations(declared);
  const dropped = known.filter((generation) => !kept.some((each) => each.id === generation.id));
  await removeDone({ id, private: memory }, new Set(dropped.map((generation) => generation.id)), session, signal);
  const record =
    Object.keys(patch).length > 0
      ? await session.client.apiKeys.update(id, patch, { signal })
      : await session.client.apiKeys.read(id, { signal });
  if (!record) throw noSuchKey(id, ["id"]);
  const retired = isUnknown(declared.generations) ? session.keys.retired(String(plan.name)) : [];
  const generations = hasGenerations(declared) ? [...kept, ...retired] : undefined;
  return { record, generations, waiting: holders.length > 0 ? waitsForName(String(plan.name), holders) : undefined };
}

/** The keys that have the name for which a key waits that still has the name of its create. One that this process has ended passes it on. */
async function holdersOfName({ plan, state, private: memory }: UpdateRequest, session: Session, signal: AbortSignal) {
  const [name, observed, id] = [String(plan.name), String(state.name), String(state.id)];
  const mayWait = isPendingName(observed, name, memory) && !session.keys.passesOn(name);
  const holders = mayWait ? await nameHolders(name, id, session, signal) : [];
  session.keys.noteCurrent(name, id, holders.length > 0);
  return holders;
}
