import { type ApiKeyBody, type ApiKeyRecord, ClientError, type CreatedApiKey, oneTimeName } from "../../api";
import type { CreateRequest, Diagnostic, ObjectValue, WriteResult } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema/api-key";
import { isRotated } from "../../schema/key-rotation";
import { quoted } from "../quoted";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { declaredKey, locateInKey, wordingMemory, wordingOf } from "./api-key-shape";
import { contentOf } from "./key-content";
import { namesMemory, type PreviousGeneration } from "./key-generations";
import { giveName, nameHolders } from "./key-name";
import { keySecretOf } from "./key-secret";
import { keyState, ownFields } from "./key-state";

/** Creates the key that a plan declares. */
export async function createDeclared(
  { plan, config }: CreateRequest,
  session: Session,
  signal: AbortSignal,
): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const name = declared.name ?? "";
  const secret = await keySecretOf(declaredKey(config));
  const createdAs = oneTimeName(name);
  const { body, created, generations, diagnostics } = await reportFailure(
    `create the API key ${quoted(name)}`,
    async () => {
      const body = { ...(await createBody(declared, session, signal)), ...secret.request };
      const made = await session.keys.inTurn(name, signal, () => createKey(body, createdAs, session, signal));
      return { body, ...made };
    },
    locateInKey,
  );
  const { held, diagnostics: lacking = [] } = await secret.keep(created);
  const own = { ...ownFields(declared), ...(isRotated(declared) && { generations }), ...held };
  const stateAs = (record: ApiKeyRecord) => keyState({ ...record, name }, wordingOf(declared), own, plan);
  return {
    state: firstThatCanBeRead(stateAs, created.key, asSent(created.key.id, body)),
    private: { ...wordingMemory(declared), ...namesMemory(name, { createdAs }) },
    diagnostics: [...diagnostics, ...lacking],
  };
}

/** The key exists and its secret is known by now: where the server shows it in a form that nobody can read, what was sent stands for it. */
function firstThatCanBeRead(stateAs: (record: ApiKeyRecord) => ObjectValue, shown: ApiKeyRecord, sent: ApiKeyRecord) {
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

async function createBody(declared: ApiKeyDeclaration, session: Session, signal: AbortSignal): Promise<ApiKeyBody> {
  const { expireAt, ...content } = await contentOf(declared, session, signal);
  return { ...content, name: declared.name ?? "", ...(expireAt && { expireAt }) };
}

/** A key that was created, and what its state has to hold of that. */
interface NewKey {
  readonly created: CreatedApiKey;
  /** The generations that this process has retired for it. */
  readonly generations: readonly PreviousGeneration[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Creates a key under a one-time name and then gives it its own, so that a key that is found again after a lost response is this one beyond
 * doubt. Where another key has the name, the new one waits for it: with create_before_destroy that is its predecessor, whose end follows.
 * @param createdAs the one-time name
 */
async function createKey(body: ApiKeyBody, createdAs: string, session: Session, signal: AbortSignal): Promise<NewKey> {
  const { name } = body;
  const wasTaken = !session.keys.passesOn(name) && (await nameHolders(name, undefined, session, signal)).length > 0;
  const created = await session.client.apiKeys.create({ ...body, name: createdAs }, { signal });
  const waits = wasTaken && (await isStillTaken(name, created.key.id, session, signal));
  session.keys.noteCurrent(name, created.key.id, waits);
  const diagnostics = waits ? [] : await giveName(name, created.key.id, session, signal);
  session.journal?.handOver(createdAs);
  return { created, generations: session.keys.retired(name), diagnostics };
}

/** A create removes what a killed run has left. The key exists by now, and has to reach the state whatever becomes of this request. */
async function isStillTaken(name: string, id: string, session: Session, signal: AbortSignal): Promise<boolean> {
  try {
    return (await nameHolders(name, id, session, signal)).length > 0;
  } catch (error) {
    if (error instanceof ClientError) return true;
    throw error;
  }
}
