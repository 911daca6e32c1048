import { numberFromFloat, numberFromText } from "../values/decimal";
import type { ExactNumber } from "../values/exact-number";

/** What is not the msgpack that a type calls for. */
export class MsgpackError extends Error {
  override readonly name = "MsgpackError";
}

const utf8 = new TextDecoder();

/**
 * Reads msgpack piece by piece, as the type of the value asks for it. Own code because the type decides:
 * numbers arrive as integers, floats or decimal text, and every extension is an unknown (facts/peers.md 4.2).
 */
export class MsgpackReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.byteLength;
  }

  /** Consumes a nil if one is next. */
  takeNil(): boolean {
    if (this.#peek() !== 0xc0) return false;
    this.#at += 1;
    return true;
  }

  /** Consumes an extension if one is next, whatever its code and payload. */
  takeExtension(): boolean {
    const lead = this.#peek();
    const fixed = lead >= 0xd4 && lead <= 0xd8;
    if (!fixed && (lead < 0xc7 || lead > 0xc9)) return false;
    this.#at += 1;
    const length = fixed ? 1 << (lead - 0xd4) : this.#length(1 << (lead - 0xc7));
    this.#take(length + 1);
    return true;
  }

  readBool(): boolean {
    const lead = this.#lead();
    if (lead === 0xc2) return false;
    if (lead === 0xc3) return true;
    throw this.#unexpected(lead, "a bool");
  }

  readString(): string {
    return utf8.decode(this.readBytes("a string"));
  }

  /** The bytes of a string or of binary data. */
  readBytes(wanted = "bytes"): Uint8Array {
    const lead = this.#lead();
    if (lead >= 0xa0 && lead <= 0xbf) return this.#take(lead & 0x1f);
    if (lead >= 0xd9 && lead <= 0xdb) return this.#take(this.#length(1 << (lead - 0xd9)));
    if (lead >= 0xc4 && lead <= 0xc6) return this.#take(this.#length(1 << (lead - 0xc4)));
    throw this.#unexpected(lead, wanted);
  }

  readNumber(): number | bigint | ExactNumber {
    const lead = this.#peek();
    if (lead >= 0xa0 && lead <= 0xbf) return numberFromText(this.readString());
    if (lead >= 0xd9 && lead <= 0xdb) return numberFromText(this.readString());
    this.#at += 1;
    if (lead <= 0x7f) return lead;
    if (lead >= 0xe0) return lead - 0x100;
    if (lead >= 0xca && lead <= 0xd3) return this.#numberAfter(lead);
    throw this.#unexpected(lead, "a number");
  }

  readArrayLength(): number {
    const lead = this.#lead();
    if (lead >= 0x90 && lead <= 0x9f) return lead & 0x0f;
    if (lead === 0xdc || lead === 0xdd) return this.#length(lead === 0xdc ? 2 : 4);
    throw this.#unexpected(lead, "an array");
  }

  readMapLength(): number {
    const lead = this.#lead();
    if (lead >= 0x80 && lead <= 0x8f) return lead & 0x0f;
    if (lead === 0xde || lead === 0xdf) return this.#length(lead === 0xde ? 2 : 4);
    throw this.#unexpected(lead, "a map");
  }

  #numberAfter(lead: number): number | bigint | ExactNumber {
    const from = this.#at;
    const widths = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];
    this.#take(widths[lead - 0xca] ?? 0);
    if (lead === 0xca) return numberFromFloat(this.#view.getFloat32(from));
    if (lead === 0xcb) return numberFromFloat(this.#view.getFloat64(from));
    if (lead === 0xcc) return this.#view.getUint8(from);
    if (lead === 0xcd) return this.#view.getUint16(from);
    if (lead === 0xce) return this.#view.getUint32(from);
    if (lead === 0xcf) return smallest(this.#view.getBigUint64(from));
    if (lead === 0xd0) return this.#view.getInt8(from);
    if (lead === 0xd1) return this.#view.getInt16(from);
    if (lead === 0xd2) return this.#view.getInt32(from);
    return smallest(this.#view.getBigInt64(from));
  }

  #peek(): number {
    const lead = this.#bytes[this.#at];
    if (lead === undefined) throw new MsgpackError("msgpack ends in the middle of a value");
    return lead;
  }

  #lead(): number {
    const lead = this.#peek();
    this.#at += 1;
    return lead;
  }

  #length(width: number): number {
    const from = this.#at;
    this.#take(width);
    if (width === 1) return this.#view.getUint8(from);
    return width === 2 ? this.#view.getUint16(from) : this.#view.getUint32(from);
  }

  #take(length: number): Uint8Array {
    const from = this.#at;
    if (from + length > this.#bytes.byteLength) throw new MsgpackError("msgpack ends in the middle of a value");
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }

  #unexpected(lead: number, wanted: string): MsgpackError {
    return new MsgpackError(`msgpack holds 0x${lead.toString(16).padStart(2, "0")} where ${wanted} is expected`);
  }
}

function smallest(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
