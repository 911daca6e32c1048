import { ConnectionError, ErrorCode } from "../connection-error";
import { decodeHuffman } from "./huffman";
import { STATIC_TABLE } from "./static-table";

/** The headers of a request. Of a name that comes more than once it is the last. */
export type Headers = ReadonlyMap<string, string>;

type Field = readonly [name: string, value: string];

/** As long as every peer may take the table to be (RFC 9113, section 6.5.2). */
const TABLE_BYTES = 4096;

/** What a field costs in the table beside its text (RFC 7541, section 4.1). */
const FIELD_BYTES = 32;

/** As many different blocks as a host has calls, and some more. */
const MOST_KNOWN = 64;

/** More would not be exact. */
const LONGEST_INTEGER_BITS = 28;

/** Reads the header blocks of one connection, in their order: each may refer to what came before (RFC 7541). */
export class HeaderDecoder {
  /** The newest first. */
  readonly #table: Field[] = [];
  #tableBytes = 0;
  #limit = TABLE_BYTES;
  /** What blocks mean while the table stays as it is: most calls differ in nothing. */
  readonly #known = new Map<string, Headers>();
  #tableVersion = 0;

  /** Throws a ConnectionError for a block that cannot be read: the table is lost with it. */
  decode(block: Buffer): Headers {
    const text = block.toString("latin1");
    const known = this.#known.get(text);
    if (known) return known;
    const version = this.#tableVersion;
    const headers = this.#read(block);
    // A block that changes the table means something else the next time.
    if (version === this.#tableVersion && this.#known.size < MOST_KNOWN) this.#known.set(text, headers);
    return headers;
  }

  #read(block: Uint8Array): Headers {
    const headers = new Map<string, string>();
    const input = new Input(block);
    while (!input.isOver) {
      const field = this.#field(input);
      if (field) headers.set(field[0], field[1]);
    }
    return headers;
  }

  /** The next field; undefined where the peer resized the table instead. */
  #field(input: Input): Field | undefined {
    const first = input.peek();
    if (first >= 0x80) return this.#at(input.integer(7));
    if (first >= 0x40) return this.#add(this.#literal(input, 6));
    if (first >= 0x20) return this.#resize(input.integer(5));
    return this.#literal(input, 4);
  }

  #literal(input: Input, prefixBits: number): Field {
    const index = input.integer(prefixBits);
    const name = index === 0 ? input.text() : this.#at(index)[0];
    return [name, input.text()];
  }

  #at(index: number): Field {
    const field = STATIC_TABLE[index - 1] ?? this.#table[index - 1 - STATIC_TABLE.length];
    if (!field) throw malformed("refers to a header that is not in the table");
    return field;
  }

  #add(field: Field): Field {
    this.#tableChanges();
    this.#table.unshift(field);
    this.#tableBytes += bytesOf(field);
    this.#evict();
    return field;
  }

  #resize(limit: number): undefined {
    if (limit > TABLE_BYTES) throw malformed("makes the table longer than allowed");
    this.#tableChanges();
    this.#limit = limit;
    this.#evict();
  }

  #tableChanges(): void {
    this.#tableVersion += 1;
    this.#known.clear();
  }

  #evict(): void {
    while (this.#tableBytes > this.#limit) {
      const oldest = this.#table.pop();
      if (!oldest) return;
      this.#tableBytes -= bytesOf(oldest);
    }
  }
}

/** A block as it is read. */
class Input {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#offset >= this.#bytes.byteLength;
  }

  peek(): number {
    const byte = this.#bytes[this.#offset];
    if (byte === undefined) throw malformed("ends in the middle of a header");
    return byte;
  }

  /** An integer that begins in the low bits of this octet (RFC 7541, section 5.1). */
  integer(prefixBits: number): number {
    const most = (1 << prefixBits) - 1;
    let value = this.#octet() & most;
    if (value < most) return value;
    for (let shift = 0; shift <= LONGEST_INTEGER_BITS; shift += 7) {
      const octet = this.#octet();
      value += (octet & 0x7f) * 2 ** shift;
      if (octet < 0x80) return value;
    }
    throw malformed("holds too long a number");
  }

  text(): string {
    const isHuffman = this.peek() >= 0x80;
    const length = this.integer(7);
    const end = this.#offset + length;
    if (end > this.#bytes.byteLength) throw malformed("ends in the middle of a text");
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return isHuffman ? decodeHuffman(bytes) : Buffer.from(bytes).toString("latin1");
  }

  #octet(): number {
    const octet = this.peek();
    this.#offset += 1;
    return octet;
  }
}

function bytesOf([name, value]: Field): number {
  return name.length + value.length + FIELD_BYTES;
}

function malformed(what: string): ConnectionError {
  return new ConnectionError(ErrorCode.compression, `a header block ${what}`);
}
