import { ConnectionError, ErrorCode } from "../connection-error";

/** The bits of each octet's code, and of the end of a string (RFC 7541, appendix B). The codes follow from them: the code is canonical. */
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30,
];

const LONGEST = 30;
const END_OF_STRING = 256;

/** By their length: the first code, how many there are, and where their symbols begin in SYMBOLS. */
const FIRST = new Int32Array(LONGEST + 1);
const COUNT = new Int32Array(LONGEST + 1);
const START = new Int32Array(LONGEST + 1);
const SYMBOLS = new Int32Array(LENGTHS.length);

for (const length of LENGTHS) COUNT[length] = at(COUNT, length) + 1;
for (let length = 1; length <= LONGEST; length += 1) {
  FIRST[length] = (at(FIRST, length - 1) + at(COUNT, length - 1)) << 1;
  START[length] = at(START, length - 1) + at(COUNT, length - 1);
}
const next = START.slice();
for (const [symbol, length] of LENGTHS.entries()) {
  SYMBOLS[at(next, length)] = symbol;
  next[length] = at(next, length) + 1;
}

/** The text of a string in Huffman's code. Throws for what is none, and for padding that is not of the shortest, all ones. */
export function decodeHuffman(bytes: Uint8Array): string {
  const octets: number[] = [];
  let code = 0;
  let length = 0;
  for (let bit = 0; bit < bytes.byteLength * 8; bit += 1) {
    code = (code << 1) | ((at(bytes, bit >> 3) >> (7 - (bit & 7))) & 1);
    length += 1;
    const symbol = symbolOf(code, length);
    if (symbol === undefined) continue;
    octets.push(symbol);
    code = 0;
    length = 0;
  }
  if (length > 7 || code !== (1 << length) - 1) throw malformed();
  return String.fromCharCode(...octets);
}

/** Undefined while the code is not complete. */
function symbolOf(code: number, length: number): number | undefined {
  const index = code - at(FIRST, length);
  const isComplete = index >= 0 && index < at(COUNT, length);
  if (!isComplete && length < LONGEST) return undefined;
  const symbol = isComplete ? at(SYMBOLS, at(START, length) + index) : END_OF_STRING;
  if (symbol === END_OF_STRING) throw malformed();
  return symbol;
}

function at(list: ArrayLike<number>, index: number): number {
  return list[index] ?? 0;
}

function malformed(): ConnectionError {
  return new ConnectionError(ErrorCode.compression, "a header is not in Huffman's code");
}
