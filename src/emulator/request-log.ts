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
