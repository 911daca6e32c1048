import type { JsonObject, ObjectValue } from "../../plugin";

/**
 * What of the vendor's state a read does not tell: the secret of a key that was created there stays in the state. One that was imported has
 * none, and is adopted here. The vendor's `key_id` is the id of the record; another one signs requests.
 */
export function movedKey({ id, key_id: keyId, key_secret: keySecret }: JsonObject): ObjectValue {
  if (typeof keySecret !== "string" || keySecret === "") return { adopt: { id: String(id), name: null } };
  return {
    adopt: null,
    secret_in_state: true,
    key_secret: keySecret,
    key_id: typeof keyId === "string" && keyId !== "" && keyId !== id ? keyId : null,
  };
}
