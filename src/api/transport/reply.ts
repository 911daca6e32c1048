/** What came back over HTTP. Times are the clock's. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** When the headers had arrived. */
  readonly headersAt: number;
}

/** What is sent. The path holds prefix and query already. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** An abort ends it only as long as nothing of it was sent. */
  readonly finishOnceSent?: boolean;
}
