import { createHash } from "node:crypto";
import type { JsonObject } from "../../client";
import { type DeclaredFields, isPresent } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import {
  type CreateRequest,
  type DataSource,
  type Diagnostic,
  isList,
  isObjectValue,
  type ModifyPlanRequest,
  type ObjectValue,
  problem,
  type Resource,
  type Value,
  type WriteResult,
} from "../../plugin";
import { alertApi, channelsOf } from "../alert/api";
import { type BodyParts, observedWithOthers, plainResource } from "../shared/crud-resource";
import { type ResourceHooks, withHooks, withMemory } from "../shared/hooks";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type WebhookBody, type WebhookRecord, webhookApi } from "./api";
import { webhook, webhookLookup, webhooksLookup } from "./declaration";

const WEBHOOK = objectShapeOf(webhook);

/** Fields that the server never returns, each with the stored field whose change sends it again. */
const UNSEEN = Object.values(WEBHOOK.fields).flatMap(({ name, meta }) =>
  meta.sentAgainWith === undefined || name === "urlWo" ? [] : [[name, meta.sentAgainWith] as const],
);

/** Stored fields that no request contains. */
const VERSIONS = [...UNSEEN.map(([, version]) => version), "urlWoVersion"];

const plain = plainResource<WebhookRecord, WebhookBody>({
  api: webhookApi,
  shape: WEBHOOK,
  description: "A webhook that ClickStack alerts notify.",
  collection: ({ client }) => client.collection(webhookApi),
  body: webhookBody,
  referrers: [
    {
      ...alertApi,
      collection: (client) => client.collection(alertApi),
      refersTo: (alert, id) => channelsOf(alert).some(({ webhookId }) => webhookId === id),
      consequence:
        "The server refuses to delete a webhook while it is the first channel of an alert. As a later channel it is deleted, and the next update of the alert fails.",
      fix: "Remove the webhook from these alerts first, or delete them.",
    },
  ],
  observed: (record, before) => ({
    ...observedWithOthers(WEBHOOK, record, before),
    ...ownFields(record, before),
  }),
});

/**
 * Returns the body of a create or update. The server keeps headers and query parameters that are left out, but clears
 * both when the address or the service changes. The provider then sends them again, as it does when their version
 * changes (docs/internals/api-behavior.md 3.11). A change of a write-only address cannot be detected, so each write
 * with such an address contains them.
 */
function webhookBody({ declared, config, prior }: BodyParts): JsonObject {
  const fields = Object.entries(declared).filter(([name]) => !VERSIONS.includes(name) && name !== "url");
  const url = declared.url ?? config.urlWo;
  const moved = prior !== undefined && (prior.url !== url || prior.service !== declared.service);
  const sent = UNSEEN.flatMap(([name, version]): [string, unknown][] => {
    const value = config[name];
    if (prior !== undefined && prior[version] !== declared[version] && declared.service !== "slack") {
      return [[name, value ?? {}]];
    }
    return (prior === undefined || moved) && isPresent(value) ? [[name, value]] : [];
  });
  return Object.fromEntries([...fields, ["url", url], ...sent]) as JsonObject;
}

/**
 * Returns the fields that the server does not return: the versions, and the body of all but generic webhooks
 * (docs/internals/api-behavior.md 3.11).
 */
function ownFields({ service, body }: WebhookRecord, before: DeclaredFields): DeclaredFields {
  const versions = Object.fromEntries(VERSIONS.map((version) => [version, before[version]]));
  const unseenBody = service !== "generic" && body === undefined && { body: before.body };
  return { ...versions, ...unseenBody };
}

/** Key of private state for the digest of a write-only address, which detects a change made elsewhere. */
const DIGEST = "addressDigest";

/**
 * Keeps the address of a webhook with `url_wo` out of its state, and allows an existing webhook without a declared
 * address. The server returns addresses in plain text (docs/internals/api-behavior.md 3.11), so a read compares
 * digests. If they differ, the read removes `url_wo_version` from the state, and the next apply sends the address
 * again.
 */
const keepingAddressOut: ResourceHooks = {
  afterPlan(modified, request) {
    const url = plannedAddress(request);
    const diagnostics = [
      ...(modified.diagnostics ?? []),
      ...(isPresent(url) || isPresent(request.config.url_wo) ? [] : [NO_ADDRESS]),
    ];
    return { ...modified, plan: { ...(modified.plan ?? request.plan), url }, diagnostics };
  },

  afterCreate: written,
  afterUpdate: written,

  afterRead(result, request) {
    const known = request.private[DIGEST];
    if (known === undefined) {
      return result;
    }
    const isChanged = digestOf(result.state) !== known;
    return { ...result, state: { ...result.state, url: null, ...(isChanged && { url_wo_version: null }) } };
  },
};

/** `clickstack_webhook`: a webhook that alerts notify (docs/internals/api-behavior.md 3.11). */
export const webhookResource: Resource<Session> = withHooks(plain, [keepingAddressOut]);

const NO_ADDRESS: Diagnostic = problem(
  "A webhook needs an address",
  "Fix: Set url, or url_wo to keep the address out of the state.",
  ["url"],
);

/**
 * Returns the planned address. Without a declared one it stays unchanged, because a generated configuration contains no
 * secrets.
 */
function plannedAddress({ config, state }: ModifyPlanRequest): Value {
  return config.url ?? (isPresent(config.url_wo) ? null : (state?.url ?? null));
}

function written(result: WriteResult, request: CreateRequest): WriteResult {
  if (isPresent(request.plan.url)) {
    return withMemory(result, request, DIGEST, undefined);
  }
  const hidden = { ...result, state: { ...result.state, url: null } };
  return withMemory(hidden, request, DIGEST, digestOf(result.state));
}

/** Includes the id, so that two webhooks with the same address have different digests. */
function digestOf({ id, url }: ObjectValue): string {
  return createHash("sha256")
    .update(`${String(id)} ${String(url)}`)
    .digest("base64");
}

const lookUps = lookUpsOf(webhookLookup, webhooksLookup, {
  api: webhookApi,
  about: "A webhook that alerts notify",
  facts: (webhook) => webhook,
  describe: ({ service }) => service,
});

/** Look-ups of webhooks (docs/internals/api-behavior.md 3.11). */
export const webhookLookUps = { one: hidingAddresses(lookUps.one), all: hidingAddresses(lookUps.all) };

/** Removes addresses, which often authorize their callers, from the result unless they are requested. */
function hidingAddresses(source: DataSource<Session>): DataSource<Session> {
  return {
    ...source,
    async read(request, context) {
      const { include_url: isAsked = null } = request.config;
      const result = await source.read({ ...request, config: { ...request.config, include_url: null } }, context);
      const state = { ...result.state, include_url: isAsked };
      return { ...result, state: isAsked === true ? state : withoutAddress(state) };
    },
  };
}

function withoutAddress(found: ObjectValue): ObjectValue {
  const { webhooks } = found;
  if (!isList(webhooks)) {
    return { ...found, url: null };
  }
  return { ...found, webhooks: webhooks.map((each) => (isObjectValue(each) ? withoutAddress(each) : each)) };
}
