import type { ApiErrorFields } from "../errors/api-error";
import { LONG_WAIT_FIX, LONGEST_WAIT_MS, waitText } from "../pacing/long-wait";
import type { Deployment } from "../settings";
import { limitSignals, refusalWait } from "../transport/limit-signals";
import type { Reply } from "../transport/reply";
import { addressHint } from "./address-hint";
import { forbiddenHint, forbiddenReason } from "./forbidden";
import type { ReplyContext } from "./reply-context";

/** What to do about a refusal, as far as status, text and path tell. */
export function hintFor(
  { kind, mayBeGone }: Pick<ApiErrorFields, "kind" | "mayBeGone">,
  text: string,
  reply: Reply,
  { deployment, path }: ReplyContext,
): string | undefined {
  switch (kind) {
    case "unauthorized":
      return UNAUTHORIZED[deployment];
    case "forbidden":
      return forbiddenHint(deployment, path, forbiddenReason(text));
    case "route_missing":
      return mayBeGone
        ? `This is not how the server says that an object is gone, so it counts as there. ${addressHint(deployment)}`
        : `The server does not serve this path. ${addressHint(deployment)}`;
    case "not_found":
      return deployment === "managed" ? WRONG_PLACE : undefined;
    case "invalid_request":
      return deployment === "managed" && /does not belong to the organization/.test(text) ? NEW_KEY : undefined;
    case "rate_limited":
      return limitHint(reply);
    case "server_error":
      return waitHint(reply);
    default:
      return undefined;
  }
}

const UNAUTHORIZED: Readonly<Record<Deployment, string>> = {
  open_source:
    "Check api_key (CLICKSTACK_API_KEY): it must be the Personal API Access Key (team settings, API keys), not the ingestion key of the same page.",
  managed:
    "Check cloud_api_key and cloud_api_secret (CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET): they must belong together, and the key must be enabled and not expired.",
};

const WRONG_PLACE =
  "If the object should be there, check organization_id (CLICKHOUSE_ORGANIZATION_ID) and service_id (CLICKSTACK_SERVICE_ID).";

const NEW_KEY =
  "A new key is known everywhere after half a minute. If this stays, organization_id (CLICKHOUSE_ORGANIZATION_ID) is not the organization of that key.";

function limitHint(reply: Reply): string {
  const told = refusalWait(limitSignals(reply));
  if (told !== undefined && told * 1000 > LONGEST_WAIT_MS) {
    return (
      `The server asks to wait ${waitText(told * 1000)}, and a request waits ${LONGEST_WAIT_MS / 60_000} minutes at most. ` +
      LONG_WAIT_FIX
    );
  }
  return "Fix: let one process at a time use this key, or lower Terraform's -parallelism. The limit is counted per key.";
}

/** Said where an overloaded server asks for more patience than a retry has. */
function waitHint(reply: Reply): string | undefined {
  const { retryAfter } = limitSignals(reply);
  return retryAfter === undefined ? undefined : `The server asks to come back in ${waitText(retryAfter * 1000)}.`;
}
