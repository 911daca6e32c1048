import { oneTimeName } from "../../client";
import { ClientError, clientErrorOf } from "../../client/http/errors";
import type { CreateRequest, ObjectValue, WriteResult } from "../../plugin";
import { quoted, reportFailure } from "../shared/report-failure";
import type { Call } from "../shared/session";
import type { ApiKeyBody, ApiKeyRecord } from "./api";
import { isRotated } from "./fields";
import { apiKeys } from "./key-collection";
import { contentOf, declaredKey, keyMemory, keyState, locateInKey, providerFieldsOf, wordingOf } from "./mapping";
import { giveName, nameHolders } from "./names";
import { namesMemory } from "./rotation/generation-names";
import { wasDiscarded } from "./rotation/left-behind";
import { nextState } from "./rotation/states";
import { keySecretOf } from "./secret/secrets";
import { keysOf } from "./session";

export async function createDeclared({ plan, config }: CreateRequest, call: Call): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const name = declared.name ?? "";
  const secret = await keySecretOf(declaredKey(config));
  const createdAs = oneTimeName(name);
  const { body, created, generations, diagnostics } = await reportFailure(
    `create the API key ${quoted(name)}`,
    async () => {
      const { expireAt, ...content } = await contentOf(declared, call);
      const body = { ...content, name, ...(expireAt && { expireAt }), ...secret.request };
      const create = () => createKey(body, createdAs, declared.overlap, call);
      return { body, ...(await keysOf(call.session).turns.run(name, call.signal, create)) };
    },
    locateInKey,
  );
  const { held, diagnostics: lacking = [] } = await secret.keep(created);
  const own = { ...providerFieldsOf(declared), ...(isRotated(declared) && { generations }), ...held };
  const stateAs = (record: ApiKeyRecord) => keyState({ ...record, name }, wordingOf(declared), own);
  return {
    state: stateOfNewKey(stateAs, created.key, asSent(created.key.id, body)),
    private: { ...keyMemory(created.key, declared), ...namesMemory(name, { createdAs }) },
    diagnostics: [...diagnostics, ...lacking],
  };
}

/**
 * Returns the state of a new key. If the response is malformed, the state is made from the request instead, because the
 * key exists and its secret must reach the state.
 */
function stateOfNewKey(stateAs: (record: ApiKeyRecord) => ObjectValue, shown: ApiKeyRecord, sent: ApiKeyRecord) {
  try {
    return stateAs(shown);
  } catch {
    return stateAs(sent);
  }
}

function asSent(id: string, { state, expireAt, ipAccessList, assignedRoleIds = [] }: ApiKeyBody): ApiKeyRecord {
  const assignedRoles = assignedRoleIds.map((roleId) => ({ roleId }));
  return {
    id,
    assignedRoles,
    ...(state && { state }),
    ...(expireAt && { expireAt }),
    ...(ipAccessList && { ipAccessList }),
  };
}

/**
 * Creates a key under a one-time name and then gives it its declared name. The one-time name identifies the key if the
 * response is lost. If another key has the declared name, the new key waits for the name. With create_before_destroy,
 * the other key is the predecessor, which this apply ends next.
 * @param createdAs the one-time name
 * @param overlap declared overlap of the predecessor
 */
async function createKey(body: ApiKeyBody, createdAs: string, overlap: string | undefined, call: Call) {
  const { name } = body;
  const wasTaken = (await nameHolders(name, undefined, call)).length > 0;
  const discarded: ApiKeyRecord[] = [];
  const onDiscard = (key: ApiKeyRecord) => void discarded.push(key);
  const created = await call.session.client
    .collection(apiKeys)
    .create({ ...body, name: createdAs }, { signal: call.signal, onDiscard });
  const waits = wasTaken && (await isStillTaken(name, created.key.id, call));
  keysOf(call.session).current.set(name, { id: created.key.id, waits, overlap });
  const state = nextState("pending", waits ? "nameIsTaken" : "nameIsFree");
  const diagnostics = state === "current" ? await giveName(name, created.key.id, call) : [];
  call.session.journal?.handOver(createdAs);
  const removed = discarded.map(wasDiscarded);
  return { created, generations: keysOf(call.session).retired(name), diagnostics: [...removed, ...diagnostics] };
}

/**
 * Returns true if another key still has the name. The key with the name may be deleted by now, because a create deletes
 * keys of killed runs. A failed request counts as true, because the new key exists and must reach the state.
 */
async function isStillTaken(name: string, id: string, call: Call): Promise<boolean> {
  const holders = await nameHolders(name, id, call).catch(clientErrorOf);
  return holders instanceof ClientError || holders.length > 0;
}
