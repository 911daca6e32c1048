import { randomBytes } from "node:crypto";
import { ClientError, nameWith } from "../../client";
import { withServerDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { secondsOf } from "../../declaration/value-types";
import type { Diagnostic, EphemeralResource, PrivateState } from "../../plugin";
import { quoted, reportFailure } from "../handlers/report-failure";
import { schemaOf } from "../handlers/schema";
import type { Call, Session } from "../handlers/session";
import { objectFromTerraform, objectToTerraform } from "../handlers/terraform-form";
import { validateConfig } from "../handlers/validate-config";
import { type TemporaryKeyDeclaration, temporaryKey } from "./declaration";
import { contentOf, locateInKey } from "./mapping";
import { keyMaterial } from "./secret-declaration";
import { generateKeyMaterial, hashesOf } from "./secrets";

const TEMPORARY_KEY = objectShapeOf(temporaryKey);

/** What `renew` and `close` have to know of a key. Never its secret. */
interface OpenKey {
  readonly id: string;
  readonly name: string;
  readonly seconds: number;
  readonly expireAt: string;
}

/**
 * `clickstack_api_key`: a key for one run. Its secret is made here, so that the server gets digests alone, and is in no plan and no state. The
 * run deletes the key at its end; a killed one leaves a key that expires (docs/internals/api-behavior.md 1.2).
 */
export const temporaryKeyEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(
    TEMPORARY_KEY,
    "An API key of ClickHouse Cloud for one run of Terraform: made when it is needed, deleted at the end, and never stored.",
  ),

  validate: ({ config }) => validateConfig(TEMPORARY_KEY, config),

  async open({ config }, { client: session, signal }) {
    const declared = withServerDefaults(
      TEMPORARY_KEY,
      objectFromTerraform(TEMPORARY_KEY, config),
    ) as TemporaryKeyDeclaration;
    const name = nameWith(declared.name, ` (run ${randomBytes(6).toString("hex")})`);
    const material = generateKeyMaterial();
    const seconds = secondsOf(declared.validFor ?? "");
    const { key, expireAt } = await reportFailure(
      `create the API key ${quoted(name)}`,
      async () => {
        const { validFor: _, ...content } = declared;
        const expireAt = await after(seconds, { session, signal });
        const body = { ...(await contentOf({ ...content, expireAt }, { session, signal })), name };
        const created = await session.client.apiKeys.create(
          { ...body, expireAt, state: "enabled", hashData: hashesOf(material) },
          { signal },
        );
        return { key: created.key, expireAt };
      },
      locateInKey,
    );
    return {
      result: objectToTerraform(TEMPORARY_KEY, { ...declared, id: key.id, ...material, expireAt }),
      ...kept({ id: key.id, name, seconds, expireAt }),
    };
  },

  async renew({ private: memory }, { client: session, signal }) {
    const { id, name, seconds } = openKeyIn(memory);
    const expireAt = await reportFailure(`extend the API key ${quoted(name)}`, async () => {
      const later = await after(seconds, { session, signal });
      await session.client.apiKeys.update(id, { expireAt: later }, { signal });
      return later;
    });
    return kept({ id, name, seconds, expireAt });
  },

  async close({ private: memory }, { client: session, signal }) {
    const key = openKeyIn(memory);
    try {
      await session.client.apiKeys.delete(key.id, { signal });
      return undefined;
    } catch (error) {
      if (!(error instanceof ClientError) && !signal.aborted) throw error;
      return { diagnostics: [stays(key, error)] };
    }
  },
};

/** That many seconds from now, by the server's clock. */
async function after(seconds: number, { session, signal }: Call): Promise<string> {
  return new Date((await session.client.organizationTime({ signal })) + seconds * 1000).toISOString();
}

/** Terraform is to extend the key when half of its time is over: by the clock of this machine, which is the one it goes by. */
function kept(key: OpenKey): { readonly renewAt: Date; readonly private: PrivateState } {
  return { renewAt: new Date(Date.now() + key.seconds * 500), private: { ...key } };
}

function openKeyIn(memory: PrivateState): OpenKey {
  return memory as unknown as OpenKey;
}

/** The run is over, and what it was for is done: no reason to fail it. */
function stays({ id, name, expireAt }: OpenKey, error: unknown): Diagnostic {
  return {
    severity: "warning",
    summary: `The API key ${quoted(name)} of this run could not be deleted`,
    detail: `${error instanceof Error ? error.message : String(error)}\nIt stops working at ${expireAt}.\nFix: to end it before, delete the key ${id} in the console.`,
  };
}

const KEY_MATERIAL = objectShapeOf(keyMaterial);

/**
 * `clickstack_key_material`: a key ID and a key secret that exist while Terraform runs. Asks no server, and so creates nothing:
 * material that no key takes is forgotten at the end of the run.
 */
export const keyMaterialEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(KEY_MATERIAL, "A new key ID and key secret, made anew in every run of Terraform and never stored."),

  async open() {
    return { result: objectToTerraform(KEY_MATERIAL, { ...generateKeyMaterial() }) };
  },
};
