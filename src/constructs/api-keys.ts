import type { Construct } from "constructs";
import type { z } from "zod";
import { apiKeysLookup } from "../schema/api-key-lookup";
import { LookUp } from "./look-up";
import type { MetaArguments } from "./meta-arguments";

type Moment = string | Date;

/** How keys are listed: all of them, or those that everything given applies to. */
export type ApiKeysProps = Pick<z.input<typeof apiKeysLookup>, "state" | "withoutIpRestriction"> & {
  /** Lists keys that expire before this moment, or have expired. */
  readonly expiringBefore?: Moment;
  /** Lists keys that were not used at or after this moment, nor created then. */
  readonly unusedSince?: Moment;
} & MetaArguments;

/** The API keys of the organization, all or some of them: `keys.observed.apiKeys`. */
export class ApiKeys extends LookUp<typeof apiKeysLookup> {
  constructor(scope: Construct, id: string, props: ApiKeysProps = {}) {
    super(scope, id, { type: "clickstack_api_keys", schema: apiKeysLookup }, props, instantsAsText);
  }
}

const instantsAsText = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
