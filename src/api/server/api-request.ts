import type { JsonObject } from "../json";

/**
 * Where the value of a good reply is found: inside the deployment's envelope (`data` or `result`), the bare body on open source
 * (validate), or nowhere (delete).
 */
export type AnswerForm = "enveloped" | "bare_on_open_source" | "none";

/** One operation in terms of HTTP. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path segments below the base, not yet encoded. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: JsonObject;
  readonly form: AnswerForm;
  /** Texts of the body that must not show in any message. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** Set for creates: once on its way the request is not cut off by an abort, because its answer names what now exists. */
  readonly finishOnceSent?: true;
}

/** A good reply, taken out of its envelope. */
export interface Answer {
  readonly value: unknown;
  /** Fields beside the value: `meta`, `requestId`, `totalCount`. */
  readonly envelope: JsonObject;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** When the headers had arrived, on the client's clock. */
  readonly headersAt: number;
}
