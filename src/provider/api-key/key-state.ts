import type { ApiKeyRecord } from "../../api";
import type { ObjectValue } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema/api-key";
import type { Fields } from "../../schema/field";
import { stateOf } from "../state-of";
import { API_KEY } from "./api-key-shape";
import { rotateAt } from "./key-rotation";
import { heldSecret } from "./key-secret";
import { type KeyWording, observedApiKey } from "./observed-api-key";

/** The state of a key. @param own what the server does not hold */
export function keyState(record: ApiKeyRecord, wording: KeyWording, own: Fields, form: ObjectValue): ObjectValue {
  const observed = { ...observedApiKey(record, wording), ...own };
  return stateOf(API_KEY, { ...observed, rotateAt: rotateAt(observed) }, form);
}

/** What the server does not hold: how the key came here, its secret, its rotation and its end. */
export function ownFields(declared: ApiKeyDeclaration): Fields {
  const { adopt: which, rotateEvery, overlap, keepers, generations, ...others } = declared;
  const { onDestroy, expireAfter, allowSelfLockout } = others;
  return {
    adopt: which,
    ...heldSecret(declared),
    ...{ rotateEvery, overlap, keepers, generations, onDestroy, expireAfter, allowSelfLockout },
  };
}
