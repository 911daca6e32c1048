/** Headers as they go over the wire. */
export type HeaderBlock = Uint8Array;

const LITERAL_WITHOUT_INDEXING = 0;
const MOST_IN_PREFIX = 127;

/**
 * Writes headers out in full, which every peer reads without a table (RFC 7541, section 6.2.2): a server with few headers needs no more.
 * Names are in lower case, and values in ASCII.
 */
export function headerBlock(headers: Readonly<Record<string, string>>): HeaderBlock {
  const fields = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([Buffer.of(LITERAL_WITHOUT_INDEXING), text(name), text(value)]),
  );
  return Buffer.concat(fields);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  return Buffer.concat([length(bytes.byteLength), bytes]);
}

/** An integer with a prefix of seven bits (RFC 7541, section 5.1). */
function length(value: number): Buffer {
  if (value < MOST_IN_PREFIX) return Buffer.of(value);
  const bytes = [MOST_IN_PREFIX];
  let rest = value - MOST_IN_PREFIX;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
