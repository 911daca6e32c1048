import { ExactNumber, isExactFloat, numberFromText } from "./numbers";

const longForm = { lead: 0xd3, width: 8 };
const signedForms = [{ lead: 0xd0, width: 1 }, { lead: 0xd1, width: 2 }, { lead: 0xd2, width: 4 }, longForm];

/** Writes msgpack step by step, each value in its shortest form. */
export class MsgpackWriter {
  #bytes = Buffer.allocUnsafe(256);
  #at = 0;

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  writeNil(): this {
    return this.#byte(0xc0);
  }

  /** Writes an unknown: extension type 0 with one zero byte (docs/internals/terraform-protocol.md 4). */
  writeUnknown(): this {
    return this.#byte(0xd4).#byte(0x00).#byte(0x00);
  }

  writeBool(bool: boolean): this {
    return this.#byte(bool ? 0xc3 : 0xc2);
  }

  writeString(text: string): this {
    if (text.length < 32 && this.#shortAscii(text)) {
      return this;
    }
    const length = Buffer.byteLength(text);
    if (length < 32) {
      this.#byte(0xa0 | length);
    } else {
      this.#header(length, 0xd9, 0xda, 0xdb);
    }
    const from = this.#reserve(length);
    this.#bytes.write(text, from, "utf8");
    return this;
  }

  /** Much faster than the general method. Most texts are short ASCII names. Returns false for other texts. */
  #shortAscii(text: string): boolean {
    const before = this.#at;
    const from = this.#reserve(1 + text.length);
    this.#bytes[from] = 0xa0 | text.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        this.#at = before;
        return false;
      }
      this.#bytes[from + 1 + index] = code;
    }
    return true;
  }

  writeBytes(bytes: Uint8Array): this {
    this.#header(bytes.byteLength, 0xc4, 0xc5, 0xc6);
    const from = this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, from);
    return this;
  }

  writeArrayLength(length: number): this {
    return length < 16 ? this.#byte(0x90 | length) : this.#header(length, undefined, 0xdc, 0xdd);
  }

  writeMapLength(length: number): this {
    return length < 16 ? this.#byte(0x80 | length) : this.#header(length, undefined, 0xde, 0xdf);
  }

  /**
   * Writes the smallest integer that contains the number. A float is written if its shortest text is exact (0.5), and
   * otherwise the decimal text.
   */
  writeNumber(number: number | bigint | ExactNumber): this {
    if (number instanceof ExactNumber) {
      return this.#canonical(numberFromText(number.text));
    }
    if (typeof number === "bigint") {
      return this.#integer(number);
    }
    if (Number.isSafeInteger(number)) {
      return this.#safeInteger(number);
    }
    if (!Number.isFinite(number)) {
      return this.#float(number);
    }
    if (Number.isInteger(number)) {
      return this.#canonical(numberFromText(String(number)));
    }
    return isExactFloat(number) ? this.#float(number) : this.writeString(String(number));
  }

  #canonical(number: number | bigint | ExactNumber): this {
    return number instanceof ExactNumber ? this.writeString(number.text) : this.writeNumber(number);
  }

  #safeInteger(integer: number): this {
    const isShort = integer < 0x80 && integer >= -0x20;
    return isShort ? this.#byte(integer & 0xff) : this.#integer(BigInt(integer));
  }

  /**
   * Integers beyond 64 bits are written as text, never as a float. Terraform stores a float with 53 bits and writes its
   * shortest distinct decimal text to the plan. It then reads another number back ("inconsistent final plan").
   */
  #integer(integer: bigint): this {
    if (BigInt.asIntN(64, integer) !== integer) {
      return this.writeString(String(integer));
    }
    return integer < 0n ? this.#negative(integer) : this.#unsigned(integer);
  }

  #unsigned(integer: bigint): this {
    if (integer <= 0xffffffffn) {
      return this.#header(Number(integer), 0xcc, 0xcd, 0xce);
    }
    this.#byte(0xcf);
    const from = this.#reserve(8);
    this.#bytes.writeBigUInt64BE(integer, from);
    return this;
  }

  #negative(integer: bigint): this {
    const { lead, width } = signedForms.find(({ width }) => BigInt.asIntN(width * 8, integer) === integer) ?? longForm;
    this.#byte(lead);
    const from = this.#reserve(width);
    if (width === 8) {
      this.#bytes.writeBigInt64BE(integer, from);
    } else {
      this.#bytes.writeIntBE(Number(integer), from, width);
    }
    return this;
  }

  #float(float: number): this {
    this.#byte(0xcb);
    const from = this.#reserve(8);
    this.#bytes.writeDoubleBE(float, from);
    return this;
  }

  /** Writes a lead byte and the number in 1, 2 or 4 bytes. Some kinds have no lead byte for 1. */
  #header(number: number, lead8: number | undefined, lead16: number, lead32: number): this {
    if (number < 0x100 && lead8 !== undefined) {
      return this.#byte(lead8).#byte(number);
    }
    const width = number < 0x10000 ? 2 : 4;
    this.#byte(width === 2 ? lead16 : lead32);
    const from = this.#reserve(width);
    this.#bytes.writeUIntBE(number, from, width);
    return this;
  }

  #byte(byte: number): this {
    const from = this.#reserve(1);
    this.#bytes[from] = byte;
    return this;
  }

  #reserve(length: number): number {
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.byteLength) {
      const grown = Buffer.allocUnsafe(Math.max(this.#at, this.#bytes.byteLength * 2));
      grown.set(this.#bytes.subarray(0, from));
      this.#bytes = grown;
    }
    return from;
  }
}
