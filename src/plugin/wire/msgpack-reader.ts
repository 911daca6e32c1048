import { isUtf8 } from "node:buffer";
import type { ExactNumber } from "./numbers";
import { numberFromFloat, numberFromText } from "./numbers";

/** Thrown for bytes that are not the msgpack of the expected type. */
export class MsgpackError extends Error {
  override readonly name = "MsgpackError";
}

/**
 * Reads msgpack step by step, as the type of the value requires. Own code because the type decides: numbers are
 * integers, floats or decimal text, and every extension is an unknown (docs/internals/terraform-protocol.md 4).
 */
export class MsgpackReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.byteLength;
  }

  /** Consumes the next value if it is nil. */
  takeNil(): boolean {
    if (this.#peek() !== 0xc0) {
      return false;
    }
    this.#at += 1;
    return true;
  }

  /** Consumes the next value if it is an extension with any code and payload. */
  takeExtension(): boolean {
    const lead = this.#peek();
    const fixed = lead >= 0xd4 && lead <= 0xd8;
    if (!fixed && (lead < 0xc7 || lead > 0xc9)) {
      return false;
    }
    this.#at += 1;
    const length = fixed ? 1 << (lead - 0xd4) : this.#length(1 << (lead - 0xc7));
    this.#skip(length + 1);
    return true;
  }

  readBool(): boolean {
    const lead = this.#lead();
    if (lead === 0xc2) {
      return false;
    }
    if (lead === 0xc3) {
      return true;
    }
    throw this.#unexpected(lead, "a bool");
  }

  readString(): string {
    const length = this.#byteLength("a string");
    const from = this.#skip(length);
    const text = this.#bytes.toString("utf8", from, this.#at);
    // Invalid bytes become this character, which valid text can also contain.
    if (text.includes("\ufffd") && !isUtf8(this.#bytes.subarray(from, this.#at))) {
      throw new MsgpackError("msgpack contains a string that is not valid UTF-8");
    }
    return text;
  }

  /** Returns the bytes of a string or of binary data. */
  readBytes(): Uint8Array {
    const length = this.#byteLength("bytes");
    return this.#bytes.subarray(this.#skip(length), this.#at);
  }

  readNumber(): number | bigint | ExactNumber {
    const lead = this.#peek();
    if ((lead >= 0xa0 && lead <= 0xbf) || (lead >= 0xd9 && lead <= 0xdb)) {
      return numberIn(this.readString());
    }
    this.#at += 1;
    if (lead <= 0x7f) {
      return lead;
    }
    if (lead >= 0xe0) {
      return lead - 0x100;
    }
    if (lead >= 0xca && lead <= 0xd3) {
      return this.#numberAfter(lead);
    }
    throw this.#unexpected(lead, "a number");
  }

  readArrayLength(): number {
    return this.#itemCount(0x90, 0xdc, "an array");
  }

  readMapLength(): number {
    return this.#itemCount(0x80, 0xde, "a map");
  }

  /**
   * @param short lead byte of an empty list or map; the next 15 contain other numbers of items
   * @param long lead byte before a number of two bytes; the next one is before four bytes
   */
  #itemCount(short: number, long: number, wanted: string): number {
    const lead = this.#lead();
    if (lead >= short && lead <= short + 0x0f) {
      return lead - short;
    }
    if (lead === long || lead === long + 1) {
      return this.#length(lead === long ? 2 : 4);
    }
    throw this.#unexpected(lead, wanted);
  }

  #byteLength(wanted: string): number {
    const lead = this.#lead();
    if (lead >= 0xa0 && lead <= 0xbf) {
      return lead & 0x1f;
    }
    if (lead >= 0xd9 && lead <= 0xdb) {
      return this.#length(1 << (lead - 0xd9));
    }
    if (lead >= 0xc4 && lead <= 0xc6) {
      return this.#length(1 << (lead - 0xc4));
    }
    throw this.#unexpected(lead, wanted);
  }

  #numberAfter(lead: number): number | bigint | ExactNumber {
    const widths = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];
    const width = widths[lead - 0xca] ?? 0;
    const from = this.#skip(width);
    if (lead === 0xca) {
      return numberOf(this.#bytes.readFloatBE(from));
    }
    if (lead === 0xcb) {
      return numberOf(this.#bytes.readDoubleBE(from));
    }
    if (lead === 0xcf) {
      return smallest(this.#bytes.readBigUInt64BE(from));
    }
    if (lead === 0xd3) {
      return smallest(this.#bytes.readBigInt64BE(from));
    }
    return lead < 0xd0 ? this.#bytes.readUIntBE(from, width) : this.#bytes.readIntBE(from, width);
  }

  #peek(): number {
    const lead = this.#bytes[this.#at];
    if (lead === undefined) {
      throw new MsgpackError("msgpack ends in the middle of a value");
    }
    return lead;
  }

  #lead(): number {
    const lead = this.#peek();
    this.#at += 1;
    return lead;
  }

  #length(width: number): number {
    return this.#bytes.readUIntBE(this.#skip(width), width);
  }

  /** Advances by the length. Returns the position before it. */
  #skip(length: number): number {
    const from = this.#at;
    if (from + length > this.#bytes.byteLength) {
      throw new MsgpackError("msgpack ends in the middle of a value");
    }
    this.#at += length;
    return from;
  }

  #unexpected(lead: number, wanted: string): MsgpackError {
    return new MsgpackError(`msgpack contains 0x${lead.toString(16).padStart(2, "0")} where ${wanted} is expected`);
  }
}

function numberIn(text: string): number | bigint | ExactNumber {
  try {
    return numberFromText(text);
  } catch {
    throw new MsgpackError("msgpack contains a text that is not a number where a number is expected");
  }
}

function numberOf(float: number): number | bigint | ExactNumber {
  if (Number.isNaN(float)) {
    throw new MsgpackError("msgpack contains NaN where a number is expected");
  }
  return numberFromFloat(float);
}

function smallest(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
