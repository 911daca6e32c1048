import { ConnectionError, ErrorCode } from "./connection-error";
import { FRAME_BYTES } from "./frame";

/** RFC 9113, section 6.5.2. */
const SettingId = { initialWindowSize: 0x4, maxFrameSize: 0x5 } as const;

const ENTRY_BYTES = 6;

/** The largest that a window may be. */
export const LARGEST_WINDOW = 2 ** 31 - 1;

/** What a window is until somebody says otherwise. */
export const DEFAULT_WINDOW = 65_535;

/** How much a peer may send ahead: enough that a large state takes no round trips. A message is read as a whole in any case. */
export const RECEIVE_WINDOW = 16 * 1024 * 1024;

/** What a peer takes, as far as this server sends it. Undefined: as before. */
export interface PeerSettings {
  readonly initialWindow: number | undefined;
  readonly frameBytes: number | undefined;
}

/** The payload of this server's SETTINGS. */
export function ownSettings(): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16BE(SettingId.initialWindowSize, 0);
  entry.writeUInt32BE(RECEIVE_WINDOW, 2);
  return entry;
}

/** Reads a peer's SETTINGS. Throws a ConnectionError for values that are not allowed. */
export function readSettings(payload: Buffer): PeerSettings {
  if (payload.byteLength % ENTRY_BYTES !== 0) throw new ConnectionError(ErrorCode.frameSize, "SETTINGS are cut off");
  const values = new Map<number, number>();
  for (let offset = 0; offset < payload.byteLength; offset += ENTRY_BYTES) {
    values.set(payload.readUInt16BE(offset), payload.readUInt32BE(offset + 2));
  }
  const initialWindow = values.get(SettingId.initialWindowSize);
  const frameBytes = values.get(SettingId.maxFrameSize);
  if (initialWindow !== undefined && initialWindow > LARGEST_WINDOW)
    throw new ConnectionError(ErrorCode.flowControl, `SETTINGS ask for a window of ${initialWindow} octets`);
  if (frameBytes !== undefined && (frameBytes < FRAME_BYTES || frameBytes >= 2 ** 24))
    throw new ConnectionError(ErrorCode.protocol, `SETTINGS ask for frames of ${frameBytes} octets`);
  return { initialWindow, frameBytes };
}
