import type { ApiKeyRecord } from "../../api";
import type { CreateRequest, WriteResult } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema/api-key";
import { quoted } from "../quoted";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";
import { declaredKey, locateInKey, wordingMemory, wordingOf } from "./api-key-shape";
import { keyToAdopt } from "./key-adoption";
import { changesOf, contentOf } from "./key-content";
import { keyState, ownFields } from "./key-state";
import { observedApiKey } from "./observed-api-key";

/** Takes the key that a plan adopts under management, and changes what the plan declares of it. */
export async function adoptDeclared(
  { plan, config }: CreateRequest,
  session: Session,
  signal: AbortSignal,
): Promise<WriteResult> {
  const declared = declaredKey(plan);
  const record = await adopt(declared.adopt ?? {}, declaredKey(config), session, signal);
  return {
    state: keyState(record, wordingOf(declared), ownFields(declared), plan),
    private: wordingMemory(declared),
  };
}

async function adopt(
  which: NonNullable<ApiKeyDeclaration["adopt"]>,
  declared: ApiKeyDeclaration,
  session: Session,
  signal: AbortSignal,
): Promise<ApiKeyRecord> {
  const record = await keyToAdopt(which, session, signal);
  return reportFailure(
    `adopt the API key ${quoted(record.name ?? record.id)}`,
    async () => {
      const wanted = await contentOf(declared, session, signal);
      const patch = changesOf(
        wanted,
        await contentOf(observedApiKey(record, {}) as ApiKeyDeclaration, session, signal),
      );
      return Object.keys(patch).length > 0 ? session.client.apiKeys.update(record.id, patch, { signal }) : record;
    },
    locateInKey,
  );
}
