import { createHash } from "node:crypto";
import { isPresent } from "../../declaration/field";
import type {
  Diagnostic,
  ModifyPlanRequest,
  ObjectValue,
  PrivateState,
  Resource,
  Value,
  WriteResult,
} from "../../plugin";
import type { Session } from "../shared/session";

/** Key of private state for the digest of a write-only address, which detects a change made elsewhere. */
const DIGEST = "addressDigest";

/**
 * Keeps the address of a webhook with `url_wo` out of its state, and allows an existing webhook without a declared
 * address. The server returns addresses in plain text (docs/internals/api-behavior.md 3.11), so a read compares
 * digests. Where they differ, it removes `url_wo_version` from the state, and the next apply sends the address again.
 */
export function keepingAddressOut(resource: Resource<Session>): Resource<Session> {
  return {
    ...resource,

    async modifyPlan(request, context) {
      const modified = (await resource.modifyPlan?.(request, context)) ?? {};
      const url = plannedAddress(request);
      const diagnostics = [
        ...(modified.diagnostics ?? []),
        ...(isPresent(url) || isPresent(request.config.url_wo) ? [] : [NO_ADDRESS]),
      ];
      return { ...modified, plan: { ...(modified.plan ?? request.plan), url }, diagnostics };
    },

    async create(request, context) {
      return written(await resource.create(request, context), request.plan, request.private);
    },

    async update(request, context) {
      return written(await resource.update(request, context), request.plan, request.private);
    },

    async read(request, context) {
      const result = await resource.read(request, context);
      const known = request.private[DIGEST];
      if (!result || known === undefined) {
        return result;
      }
      const isChanged = digestOf(result.state) !== known;
      return { ...result, state: { ...result.state, url: null, ...(isChanged && { url_wo_version: null }) } };
    },
  };
}

const NO_ADDRESS: Diagnostic = {
  severity: "error",
  summary: "A webhook needs an address",
  detail: "Fix: Set url, or url_wo to keep the address out of the state.",
  path: ["url"],
};

/**
 * Returns the planned address. Without a declared one it stays unchanged, because a generated configuration contains no
 * secrets.
 */
function plannedAddress({ config, state }: ModifyPlanRequest): Value {
  return config.url ?? (isPresent(config.url_wo) ? null : (state?.url ?? null));
}

function written(result: WriteResult, plan: ObjectValue, before: PrivateState): WriteResult {
  const { [DIGEST]: _, ...rest } = result.private ?? before;
  if ((plan.url ?? null) !== null) {
    return { ...result, private: rest };
  }
  return {
    ...result,
    state: { ...result.state, url: null },
    private: { ...rest, [DIGEST]: digestOf(result.state) },
  };
}

/** Includes the id, so that two webhooks with the same address have different digests. */
function digestOf({ id, url }: ObjectValue): string {
  return createHash("sha256")
    .update(`${String(id)} ${String(url)}`)
    .digest("base64");
}
