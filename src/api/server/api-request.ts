import type { JsonObject } from "../json";

/**
 * Where the value of a good reply is found: inside the deployment's envelope (`data` or `result`), the bare body on open source
 * (validate), or nowhere (delete).
 */
export type AnswerForm = "enveloped" | "bare_on_open_source" | "none";

/**
 * How the open-source server says that an object is not there: `{"message": <text>}`, or the plain text `Not Found`
 * (docs/internals/api-behavior.md 3.4).
 * Managed says it in one way for everything; `managed` is for what only managed has.
 */
export type NotFoundForm = { readonly message: string } | "plain_text" | "managed";

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
  /** Used instead of every other signal, by what finishes a write after a stop. */
  readonly afterStop?: AbortSignal;
  /**
   * What the request changes, for messages: `create the dashboard "Checkout"`. Once such a request is on its way an abort does not cut it
   * off, because its reply says what is there now.
   */
  readonly change?: string;
  /** How the server says that the object of this path is not there. Absent for requests about no single object. */
  readonly notFound?: NotFoundForm;
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
