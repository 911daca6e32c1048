import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, type DeclaredFields, isPresent, openEnum, optional, required } from "../../declaration/field";
import { declareLookUp, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { type Rule, withRules } from "../../declaration/rules";
import { httpAddress, trimmedName } from "../../declaration/value-types";

/** The services that a webhook supports (docs/internals/api-behavior.md 2.3, 3.11). */
const WEBHOOK_SERVICES = ["slack", "incidentio", "generic"] as const;

const MAX_ENTRIES = 100;

/**
 * Values that the server inserts into the template of a body. Older servers have only the first seven
 * (docs/internals/api-behavior.md 3.11, 6.5).
 */
export const BODY_VARIABLES = [
  ...(["title", "body", "link", "state", "startTime", "endTime", "eventId"] as const),
  ...(["alertId", "alertType", "status", "comparator", "threshold", "thresholdMax", "value", "groupKey"] as const),
  ...(["sourceQuery", "teamId", "note", "startTimeISO", "endTimeISO"] as const),
] as const;

const notForSlack = (name: string): Rule => ({
  reads: [name, "service"],
  refuses: (webhook) => webhook.service === "slack" && isPresent(webhook[name]),
  message: "A Slack webhook does not support it. Leave it out, or use the service generic.",
});

const slackHost = (name: "url" | "urlWo"): Rule => ({
  reads: [name, "service"],
  refuses: ({ service, [name]: url }) =>
    service === "slack" && isPresent(url) && !isSlackHost(new URL(String(url)).hostname),
  message:
    "Slack webhooks have addresses below slack.com, such as https://hooks.slack.com/services/... Set such an address, or use the service generic.",
});

const oneAddress: Rule = {
  reads: ["url", "urlWo"],
  refuses: ({ url, urlWo }) => isPresent(url) && isPresent(urlWo),
  message: "A webhook has one address. Set url or url_wo, not both.",
};

const versionOfAnAddress: Rule = {
  reads: ["urlWoVersion", "urlWo"],
  refuses: ({ urlWo, urlWoVersion }) => isPresent(urlWoVersion) && !isPresent(urlWo),
  message: "url_wo_version has no effect without url_wo. Leave it out, or set url_wo.",
};

const address = () => httpAddress("https://example.com/hook").max(2048);

const notTooMany = (name: string): Rule => ({
  reads: [`${name}.size`],
  check: (webhook) => {
    const count = Object.keys((webhook[name] ?? {}) as DeclaredFields).length;
    return count > MAX_ENTRIES ? `Must have up to ${MAX_ENTRIES} entries; it has ${count}.` : undefined;
  },
});

const controlFree = (text: string) => !/\p{Cc}/u.test(text);

const headerName = z
  .string()
  .max(256)
  .regex(
    /^[!#$%&'*+\-.^_`|~A-Za-z][!#$%&'*+\-.^_`|~0-9A-Za-z]*$/,
    "A header's name has letters, digits and !#$%&'*+-.^_`|~ and does not begin with a digit",
  );

const writtenValue = () => z.string().max(4096).refine(controlFree, "Must not contain control characters");

const parameterName = z
  .string()
  .min(1, "A query parameter needs a name")
  .max(1024)
  .refine(controlFree, "A query parameter's name must not contain control characters");

/** A webhook that alerts notify (docs/internals/api-behavior.md 3.11). */
export const webhook = withRules(
  z.object({
    id: computed("The webhook's id.", z.string()),
    name: required("The webhook's name. Unique within its service.", trimmedName()),
    service: required(
      "The service to call: `slack`, `incidentio` (incident.io) or `generic`.",
      openEnum(WEBHOOK_SERVICES),
    ),
    url: optional(
      "The address to call. Plans hide it, because many addresses authorize their caller. The state contains it, so use `url_wo` for a secret address. A new webhook requires `url` or `url_wo`. An imported webhook without both keeps its address. The server refuses addresses of private networks unless it is configured to allow them.",
      address(),
      { sensitive: true, computed: true },
    ),
    urlWo: optional(
      "The address to call, instead of `url`, if the address is secret. Write-only: Terraform sends it to the server and does not store it. A change made elsewhere shows as a change of `url_wo_version`.",
      address(),
      { writeOnly: true, sensitive: true, sentAgainWith: "urlWoVersion" },
    ),
    urlWoVersion: optional(
      "Version of `url_wo`. Change the version whenever `url_wo` changes, because Terraform does not store the value and cannot detect a change.",
      z.string(),
    ),
    description: optional("Description of the webhook.", z.string().max(2048), { emptyIsAbsent: true }),
    body: optional(
      `The template of the request's body, with values such as \`{{title}}\`. Values: ${BODY_VARIABLES.map((name) => `\`${name}\``).join(", ")}. Not for \`slack\`. Without a body, servers of version 2.39 or later send a valid message to \`incidentio\`. The server does not return the template of \`incidentio\`, so changes made elsewhere are not detected.`,
      z.string().max(16_384),
      { emptyIsAbsent: true },
    ),
    headers: optional(
      "Headers of the request, by name. The server never returns them. Not for `slack`.",
      z.record(headerName, writtenValue()),
      { writeOnly: true, sensitive: true, sentAgainWith: "headersVersion" },
    ),
    headersVersion: optional(
      "Version of `headers`. Change the version whenever the headers change. The provider cannot read the headers. It sends them again only if the version, `url` or `service` changes.",
      z.string(),
    ),
    queryParams: optional(
      "Query parameters of the request, by name. The server never returns them. Not for `slack`.",
      z.record(parameterName, writtenValue()),
      { writeOnly: true, sensitive: true, sentAgainWith: "queryParamsVersion" },
    ),
    queryParamsVersion: optional(
      "Version of `query_params`. Change the version whenever the parameters change.",
      z.string(),
    ),
    extraFields: extraFields("webhook"),
    otherFields: otherFields("webhook"),
  }),
  oneAddress,
  versionOfAnAddress,
  slackHost("url"),
  slackHost("urlWo"),
  notForSlack("body"),
  notForSlack("headers"),
  notForSlack("queryParams"),
  notForSlack("headersVersion"),
  notForSlack("queryParamsVersion"),
  notTooMany("headers"),
  notTooMany("queryParams"),
);

function isSlackHost(hostname: string): boolean {
  return hostname === "slack.com" || hostname.endsWith(".slack.com");
}

const includeUrl = optional(
  "True if the state contains the address. Default: false, because many addresses authorize their caller.",
  z.boolean(),
);

const webhookFacts = {
  url: computed("The address to call. Only with `include_url`.", z.string(), { sensitive: true }),
  description: computed("Description of the webhook.", z.string()),
};

/** One webhook, found by id or by name (docs/internals/api-behavior.md 3.11). */
export const webhookLookup = declareLookUp(
  "webhook",
  {
    service: optional(
      "Searches only webhooks of this service, such as `slack`, `incidentio` or `generic`.",
      z.string(),
      { computed: true },
    ),
    includeUrl,
    ...webhookFacts,
  },
  { nameNote: "Unique within one service." },
);

export const webhooksLookup = listLookUpOf(
  "webhooks",
  "webhook",
  { service: computed("The service to call.", z.string()), ...webhookFacts },
  { service: optional("Lists only webhooks of this service.", z.string()), includeUrl },
);
