/** The little of ASN.1's distinguished encoding that a self-made certificate needs (X.690). */

function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const header = length < 0x100 ? Buffer.of(tag, 0x81, length) : Buffer.of(tag, 0x82, length >> 8, length & 0xff);
  return Buffer.concat([header, content]);
}

const joined =
  (tag: number) =>
  (...parts: readonly Uint8Array[]) =>
    element(tag, Buffer.concat(parts));

export const sequence = joined(0x30);
export const set = joined(0x31);
export const octets = joined(0x04);
/** Explicitly tagged content, such as a certificate's extensions. */
export const tagged = (number: number, content: Uint8Array) => element(0xa0 | number, content);
/** An implicitly tagged text, such as a DNS name. */
export const taggedText = (number: number, text: string) => element(0x80 | number, Buffer.from(text));
export const bits = (content: Uint8Array, unused = 0) => element(0x03, Buffer.concat([Buffer.of(unused), content]));
export const text = (content: string) => element(0x0c, Buffer.from(content));
export const yes = Buffer.of(0x01, 0x01, 0xff);

/** A positive integer. */
export function integer(bytes: Uint8Array): Buffer {
  return element(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A moment before 2050, to the second. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return element(0x17, Buffer.from(digits.slice(2)));
}

function base128(number: number): number[] {
  return number < 0x80 ? [number] : [...base128(number >> 7).map((byte) => byte | 0x80), number & 0x7f];
}
