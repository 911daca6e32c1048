/** The codes of gRPC that this server answers with. */
export const StatusCode = {
  ok: 0,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

/** How a call ended. */
export interface Status {
  readonly code: (typeof StatusCode)[keyof typeof StatusCode];
  readonly message?: string;
}

/** Ends a call with its status. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  constructor(
    readonly code: Status["code"],
    message: string,
  ) {
    super(message);
  }
}

/** Clients limit what they read of headers, and a connection ends with one that is longer. */
const longestMessage = 2000;

/** The trailers that tell the client how the call ended. */
export function trailersOf({ code, message }: Status): Record<string, string> {
  return {
    "grpc-status": String(code),
    ...(message ? { "grpc-message": percentEncoded(shortened(String(message))) } : {}),
  };
}

function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

/** Header values hold printable ASCII alone. */
function percentEncoded(text: string): string {
  const encoded = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const plain = (byte: number) => byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
  return Array.from(Buffer.from(text), (byte) => (plain(byte) ? String.fromCharCode(byte) : encoded(byte))).join("");
}
