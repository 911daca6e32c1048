/** One API request and its response. It never contains credentials or bodies. */
export interface LoggedRequest {
  /** Counted from 1 since the start or the last reset. */
  number: number;
  method: string;
  path: string;
  /** Null while the request runs, or if the connection closed before a response. */
  status: number | null;
  deployment: "openSource" | "managed";
  at: string;
}

/** API requests since the start or the last reset, in the order of arrival. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  add(entry: Omit<LoggedRequest, "number" | "status">): LoggedRequest {
    const logged = { number: this.entries.length + 1, ...entry, status: null };
    this.entries.push(logged);
    return logged;
  }

  all(): readonly LoggedRequest[] {
    return this.entries;
  }

  /** Removes all entries. The next request has number 1. */
  reset(): void {
    this.entries = [];
  }
}
