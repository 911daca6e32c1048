import { ClientError, type JsonObject, oneTimeName } from "../../client";
import { inUtc } from "../../declaration/value-types";
import { type CreateRequest, type Diagnostic, isUnknown, type ObjectValue, type WriteResult } from "../../plugin";
import type { IpAccessListEntry } from "../declarations";
import { quoted, reportFailure } from "../handlers/report-failure";
import type { Call } from "../handlers/session";
import { ANY_IP, canonicalRange } from "./addresses";
import type { ApiKeyBody, ApiKeyPatch, ApiKeyRecord, CreatedApiKey } from "./api";
import { type ApiKeyDeclaration, declaresRoles, isRotated, NEVER } from "./declaration";
import { namesMemory, type PreviousGeneration } from "./generations";
import { giveName, nameHolders } from "./names";
import { keySecretOf } from "./secrets";
import { roleIdsOf } from "./session";
import { declaredKey, keyState, locateInKey, ownFields, rolesMemory, wordingMemory, wordingOf } from "./state";

/** Creates the key that a plan declares. */
export async function createDeclared({ plan, config }: CreateRequest, call: Call): Promise<WriteResult> {
  const { session, signal } = call;
  const declared = declaredKey(plan);
  const name = declared.name ?? "";
  const secret = await keySecretOf(declaredKey(config));
  const createdAs = oneTimeName(name);
  const { body, created, generations, diagnostics } = await reportFailure(
    `create the API key ${quoted(name)}`,
    async () => {
      const body = { ...(await createBody(declared, call)), ...secret.request };
      const made = await session.keys.inTurn(name, signal, () => createKey(body, createdAs, call));
      return { body, ...made };
    },
    locateInKey,
  );
  const { held, diagnostics: lacking = [] } = await secret.keep(created);
  const own = { ...ownFields(declared), ...(isRotated(declared) && { generations }), ...held };
  const stateAs = (record: ApiKeyRecord) => keyState({ ...record, name }, wordingOf(declared), own);
  return {
    state: firstThatCanBeRead(stateAs, created.key, asSent(created.key.id, body)),
    private: { ...wordingMemory(declared), ...rolesMemory(created.key, declared), ...namesMemory(name, { createdAs }) },
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

async function createBody(declared: ApiKeyDeclaration, call: Call): Promise<ApiKeyBody> {
  const { expireAt, ...content } = await contentOf(declared, call);
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
async function createKey(body: ApiKeyBody, createdAs: string, call: Call): Promise<NewKey> {
  const { session, signal } = call;
  const { name } = body;
  const wasTaken = !session.keys.passesOn(name) && (await nameHolders(name, undefined, call)).length > 0;
  const created = await session.client.apiKeys.create({ ...body, name: createdAs }, { signal });
  const waits = wasTaken && (await isStillTaken(name, created.key.id, call));
  session.keys.noteCurrent(name, created.key.id, waits);
  const diagnostics = waits ? [] : await giveName(name, created.key.id, call);
  session.journal?.handOver(createdAs);
  return { created, generations: session.keys.retired(name), diagnostics };
}

/** A create removes what a killed run has left. The key exists by now, and has to reach the state whatever becomes of this request. */
async function isStillTaken(name: string, id: string, call: Call): Promise<boolean> {
  try {
    return (await nameHolders(name, id, call)).length > 0;
  } catch (error) {
    if (error instanceof ClientError) return true;
    throw error;
  }
}

/** What a key's create and PATCH say, in one spelling (docs/internals/api-behavior.md 1.3, 1.4). What is left out is not said. */
export type KeyContent = Pick<
  ApiKeyPatch,
  "name" | "state" | "roles" | "assignedRoleIds" | "expireAt" | "ipAccessList"
>;

/** What a declaration says of a key, as far as it is known, with its roles looked up. */
export async function contentOf(declared: ApiKeyDeclaration, call: Call): Promise<KeyContent> {
  const { name, state, expireAt } = declared;
  return definedOf({
    name,
    state,
    expireAt: expireAt === undefined || isUnknown(expireAt) ? undefined : expireAt === NEVER ? null : inUtc(expireAt),
    ipAccessList: addressesOf(declared),
    ...(await rolesOf(declared, call)),
  });
}

/** Everything of `wanted` that is not so yet. Omitted fields keep their value (docs/internals/api-behavior.md 1.4). */
export function changesOf(wanted: KeyContent, actual: KeyContent): ApiKeyPatch {
  const names = Object.keys(wanted) as (keyof KeyContent)[];
  return Object.fromEntries(
    names.filter((name) => keyOf(wanted[name]) !== keyOf(actual[name])).map((name) => [name, wanted[name]]),
  );
}

async function rolesOf(declared: ApiKeyDeclaration, call: Call): Promise<KeyContent> {
  const { roles, roleNames = [], assignedRoleIds = [] } = declared;
  if (roles) return { roles };
  if (!declaresRoles(declared) || isUnknown(roleNames) || isUnknown(assignedRoleIds)) return {};
  if ([...roleNames, ...assignedRoleIds].some(isUnknown)) return {};
  const ids = [...assignedRoleIds, ...(await roleIdsOf(roleNames, call))];
  return { assignedRoleIds: [...new Set(ids.map((id) => id.toLowerCase()))] };
}

function addressesOf({ allowAnyIp, ipAccessList }: ApiKeyDeclaration): readonly JsonObject[] | undefined {
  if (allowAnyIp === true) return [{ source: ANY_IP }];
  if (!ipAccessList || isUnknown(ipAccessList) || ipAccessList.some(hasUnknown)) return undefined;
  return ipAccessList.map(({ source, description }) => ({
    source: canonicalRange(source),
    ...(description !== undefined && { description }),
  }));
}

function hasUnknown(entry: IpAccessListEntry): boolean {
  return isUnknown(entry) || Object.values(entry).some(isUnknown);
}

/** One text for all forms of one value: lists of a key are sets, and a null expiry is none. */
function keyOf(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  return [...new Set(value.map((item) => JSON.stringify(item)))].sort().join();
}

function definedOf(content: { readonly [N in keyof KeyContent]: KeyContent[N] | undefined }): KeyContent {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== undefined && !isUnknown(value)),
  ) as KeyContent;
}
