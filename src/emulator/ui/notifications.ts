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
