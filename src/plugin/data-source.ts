import type { Diagnostic } from "./diagnostics";
import type { HandlerContext } from "./handler-context";
import type { Schema } from "./schema/schema";
import type { ObjectValue } from "./values/value";

/** One type of data source: it looks up, and changes nothing. */
export interface DataSource<Client> {
  readonly schema: Schema;
  /** Values may be unknown anywhere; there is no client. */
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  /** Attributes that the returned state leaves out have their configured values, else their declared defaults, else null. */
  read(
    request: { readonly config: ObjectValue },
    context: HandlerContext<Client>,
  ): Promise<{ readonly state: ObjectValue; readonly diagnostics?: readonly Diagnostic[] }>;
}
