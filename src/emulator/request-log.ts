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

/** A request to a webhook that names this emulator as its receiver. */
export interface ReceivedNotification {
  readonly at: string;
  /** Last part of the path. */
  readonly receiver: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; text for other content types. */
  readonly body: unknown;
}

/** Path below which the emulator records notifications, followed by any name. */
export const RECEIVER_PATH = "/ui/notifications/";
