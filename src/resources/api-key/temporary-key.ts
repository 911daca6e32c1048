import { randomBytes } from "node:crypto";
import { ClientError, nameWith } from "../../client";
import { withServerDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { secondsOf } from "../../declaration/value-types";
import { type Diagnostic, type EphemeralResource, type PrivateState, warning } from "../../plugin";
import { quoted, reportFailure } from "../shared/report-failure";
import { schemaOf } from "../shared/schema";
import type { Call, Session } from "../shared/session";
import { objectFromTerraform, objectToTerraform } from "../shared/terraform-form";
import { validateConfig } from "../shared/validate-config";
import { type TemporaryApiKeyDeclaration, temporaryKey } from "./declaration";
import { apiKeys, serverKeys } from "./key-collection";
import { contentOf, locateInKey } from "./mapping";
import { keyMaterial } from "./secret/declaration";
import { generateKeyMaterial, hashesOf } from "./secret/secrets";

const TEMPORARY_KEY = objectShapeOf(temporaryKey);

/** Facts that `renew` and `close` need about a key. They do not include its secret. */
interface OpenKey {
  readonly id: string;
  readonly name: string;
  readonly seconds: number;
  readonly expireAt: string;
}

/**
 * `clickstack_api_key`: a key for one run. The provider generates its secret, so the server receives digests only, and
 * no plan or state contains the secret. The run deletes the key at its end, also after a failed plan. A killed run leaves
 * a key that expires, or that the next run deletes (docs/internals/api-behavior.md 1.2).
 */
export const temporaryKeyEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(
    TEMPORARY_KEY,
    "An API key of ClickHouse Cloud for one run of Terraform. The run creates the key, deletes it at its end, and never stores it.",
  ),

  validate: ({ config }) => validateConfig(TEMPORARY_KEY, config),

  async open({ config }, { session, signal }) {
    const declared = withServerDefaults(
      TEMPORARY_KEY,
      objectFromTerraform(TEMPORARY_KEY, config),
    ) as TemporaryApiKeyDeclaration;
    const { validFor = "" } = declared;
    const name = nameWith(declared.name, ` (run ${randomBytes(6).toString("hex")}, ${validFor})`);
    const material = generateKeyMaterial();
    const seconds = secondsOf(validFor);
    const { key, expireAt } = await reportFailure(
      `create the API key ${quoted(name)}`,
      async () => {
        await removeLeftOver(declared.name, { session, signal });
        const { validFor: _, ...content } = declared;
        const expireAt = await after(seconds, { session, signal });
        const body = { ...(await contentOf({ ...content, expireAt }, { session, signal })), name };
        const created = await session.client
          .collection(apiKeys)
          .create({ ...body, expireAt, state: "enabled", hashData: hashesOf(material) }, { signal });
        return { key: created.key, expireAt };
      },
      locateInKey,
    );
    return {
      result: objectToTerraform(TEMPORARY_KEY, { ...declared, id: key.id, ...material, expireAt }),
      ...kept({ id: key.id, name, seconds, expireAt }),
    };
  },

  async renew({ private: memory }, call) {
    const { id, name, seconds } = openKeyIn(memory);
    const expireAt = await reportFailure(`extend the API key ${quoted(name)}`, async () => {
      const later = await after(seconds, call);
      await serverKeys(call).update(id, { expireAt: later });
      return later;
    });
    return kept({ id, name, seconds, expireAt });
  },

  async close({ private: memory }, call) {
    const key = openKeyIn(memory);
    try {
      await removed(key.id, call);
      return undefined;
    } catch (error) {
      if (!(error instanceof ClientError) && !call.signal.aborted) {
        throw error;
      }
      return { diagnostics: [couldNotDelete(key, error)] };
    }
  },
};

/** Deletes a key. The request is also sent after the engine stops the provider, because the key's run is over. */
function removed(id: string, { session }: Call): Promise<void> {
  return session.client.collection(apiKeys).delete(id, { afterStop: new AbortController().signal });
}

/** Time for the request that extends a key, in seconds. */
const MARGIN_SECONDS = 30;

/** The lifetime that a run gave its key, at the end of the key's name. */
const LIFETIME = /\(run [0-9a-f]{12}, (\w{1,20})\)$/;

/**
 * Deletes the keys with this declared name that earlier runs in this folder created and could not delete, such as after
 * a crash. A run extends its key after half of its lifetime, so a key with less time left belongs to no run. Failures are
 * ignored, because such a key expires.
 */
async function removeLeftOver(declared: string, call: Call): Promise<void> {
  const { journal } = call.session;
  const { records = [] } = (await serverKeys(call).shownIfOffered()) ?? {};
  const now = await serverKeys(call).now();
  const left = records.filter(({ id, name = "", expireAt }) => {
    const [, lifetime] = (name.startsWith(`${declared} (run `) && LIFETIME.exec(name)) || [];
    if (lifetime === undefined || !expireAt || journal?.interrupted({ id, name }) === undefined) {
      return false;
    }
    return Date.parse(expireAt) < now + (secondsOf(lifetime) / 2 - MARGIN_SECONDS) * 1000;
  });
  await Promise.allSettled(left.map(({ id }) => removed(id, call)));
}

/** Returns a time this many seconds from now, by the server's clock. */
async function after(seconds: number, call: Call): Promise<string> {
  return new Date((await serverKeys(call).now()) + seconds * 1000).toISOString();
}

/** Asks Terraform to extend the key after half of its time. Terraform uses the clock of this machine. */
function kept(key: OpenKey): { readonly renewAt: Date; readonly private: PrivateState } {
  return { renewAt: new Date(Date.now() + key.seconds * 500), private: { ...key } };
}

function openKeyIn(memory: PrivateState): OpenKey {
  return memory as unknown as OpenKey;
}

/** Returns a warning, not an error, because the work of the run is done. */
function couldNotDelete({ id, name, expireAt }: OpenKey, error: unknown): Diagnostic {
  return warning(
    `The API key ${quoted(name)} of this run could not be deleted`,
    `${error instanceof Error ? error.message : String(error)}\nIt stops working at ${expireAt}.\nFix: delete the key ${id} in the console to end it earlier.`,
  );
}

const KEY_MATERIAL = objectShapeOf(keyMaterial);

/**
 * `clickstack_key_material`: a key ID and a key secret that exist while Terraform runs. It sends no request. Material
 * that no key uses is discarded at the end of the run.
 */
export const keyMaterialEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(KEY_MATERIAL, "A key ID and a key secret that each run of Terraform generates and never stores."),

  async open() {
    return { result: objectToTerraform(KEY_MATERIAL, { ...generateKeyMaterial() }) };
  },
};
