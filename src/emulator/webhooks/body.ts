import ipaddr from "ipaddr.js";
import { z } from "zod/v3";
import { addProblem, nativeEnum } from "../refusal";
import { RECEIVER_PATH } from "../request-log";

/** Returns true for a text without character 127 and characters below 32. Characters 128 to 159 are accepted. */
const isControlFree = (value: string): boolean => !/[^\P{Cc}\u0080-\u009f]/u.test(value);

const withoutControls = (text: z.ZodString, what: string) =>
  text.refine(isControlFree, `${what} cannot contain control characters`);

const headerName = z
  .string()
  .min(1, "Header name cannot be empty")
  .max(256)
  .regex(
    /^[!#$%&'*+\-.0-9A-Z^_`a-z|~]+$/,
    "Invalid header name. Only alphanumeric characters and !#$%&'*+-.^_`|~ are allowed",
  )
  .refine((name) => !/^\d/.test(name), "Header name cannot start with a number");

const parameterName = z.string().min(1, "Query parameter name cannot be empty").max(1024);

/** Declares up to 100 texts by their names. */
const textsByName = (name: z.ZodType<string>, value: z.ZodType<string>, what: string) =>
  z
    .record(name, value)
    .refine((map) => Object.keys(map).length <= 100, `A webhook cannot have more than 100 ${what}`)
    .optional();

const queryParams = textsByName(
  withoutControls(parameterName, "Query parameter names"),
  withoutControls(z.string().max(4096), "Query parameter values"),
  "query parameters",
);

const headers = textsByName(headerName, withoutControls(z.string().max(4096), "Header values"), "headers");

const notForSlack = ["headers", "queryParams", "body"] as const;

/** The body of create and update (docs/internals/api-behavior.md 3.11). */
export const webhookBody = z
  .object({
    name: z.string().trim().min(1).max(1024),
    service: nativeEnum("slack", "generic", "incidentio"),
    url: z.string().url().max(2048),
    description: z.string().max(2048).optional(),
    queryParams,
    headers,
    body: z.string().max(16384).optional(),
  })
  .superRefine((webhook, ctx) => {
    if (webhook.service !== "slack") {
      return;
    }
    for (const field of notForSlack.filter((one) => webhook[one] !== undefined)) {
      addProblem(ctx, `${field} is not supported for the slack webhook service`, field);
    }
  });

export type WebhookRequestBody = z.infer<typeof webhookBody>;

/**
 * Returns the reason why a webhook URL is rejected, or undefined (docs/internals/api-behavior.md 3.11). Host names are
 * not resolved: only literal addresses, names of the local machine and hosts of connections count as private. The
 * emulator's own routes for notifications are accepted.
 */
export function findUrlProblem(
  { service, url }: Pick<WebhookRequestBody, "service" | "url">,
  connections: readonly { host: string }[],
  allowed: readonly string[],
): string | undefined {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") {
    return "Webhook URL must use HTTP or HTTPS";
  }
  if (service === "slack" && hostname !== "slack.com" && !hostname.endsWith(".slack.com")) {
    return `Slack Webhook URL ${url} does not have hostname that ends in 'slack.com'`;
  }
  if (allowed.includes(hostname) || (hostname === "127.0.0.1" && pathname.startsWith(RECEIVER_PATH))) {
    return undefined;
  }
  const isOwn = connections.some(({ host }) => URL.canParse(host) && new URL(host).hostname === hostname);
  return isOwn || isPrivate(hostname) ? "Webhook URL resolves to a private or reserved address." : undefined;
}

function isPrivate(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) {
    return true;
  }
  const address = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== "unicast";
}
