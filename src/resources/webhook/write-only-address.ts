import { createHash } from "node:crypto";
import type { ObjectValue, PrivateState, Resource, WriteResult } from "../../plugin";
import type { Session } from "../handlers/session";

/** Where private state remembers the digest of a write-only address, by which a change made elsewhere is seen. */
const DIGEST = "addressDigest";

/**
 * The resource without the address in its state where `url_wo` gives it. The server shows addresses in plain text
 * (docs/internals/api-behavior.md 3.11), so a read compares digests: where they differ, `url_wo_version` is taken out of the state, and the
 * next apply sends the address again.
 */
export function keepingAddressOut(resource: Resource<Session>): Resource<Session> {
  return {
    ...resource,

    async create(request, context) {
      return written(await resource.create(request, context), request.plan, request.private);
    },

    async update(request, context) {
      return written(await resource.update(request, context), request.plan, request.private);
    },

    async read(request, context) {
      const result = await resource.read(request, context);
      const known = request.private[DIGEST];
      if (!result || known === undefined) return result;
      const isChanged = digestOf(result.state) !== known;
      return { ...result, state: { ...result.state, url: null, ...(isChanged && { url_wo_version: null }) } };
    },
  };
}

function written(result: WriteResult, plan: ObjectValue, before: PrivateState): WriteResult {
  const { [DIGEST]: _, ...rest } = result.private ?? before;
  if ((plan.url ?? null) !== null) return { ...result, private: rest };
  return {
    ...result,
    state: { ...result.state, url: null },
    private: { ...rest, [DIGEST]: digestOf(result.state) },
  };
}

/** With the id in it, so that two webhooks with one address do not show that they have one. */
function digestOf({ id, url }: ObjectValue): string {
  return createHash("sha256")
    .update(`${String(id)} ${String(url)}`)
    .digest("base64");
}
