import fc from "fast-check";

/** Lengths in the formats of MessagePack and of protocol buffers that a reader may accept, up to 4 GB. */
const CLAIMS = [
  ...[
    [0xdd, 0xff, 0xff, 0xff, 0xff],
    [0xdf, 0xff, 0xff, 0xff, 0xff],
    [0xdb, 0xff, 0xff, 0xff, 0xff],
    [0xc6, 0xff, 0xff, 0xff, 0xff],
    [0xc9, 0xff, 0xff, 0xff, 0xff],
    [0xdc, 0xff, 0xff],
  ],
  ...[
    [0xff, 0xff, 0xff, 0xff, 0x0f],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  ],
];

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 6 }),
  fc.constantFrom(...CLAIMS).map((claim) => Uint8Array.from(claim)),
);

/** One change: it replaces some bytes at a position with others. The position is in thousandths of the length. */
const change = fc.record({ at: fc.nat(1000), removed: fc.oneof(fc.nat(3), fc.constant(1_000_000)), inserted: piece });

/** Generates the same bytes with a few changes: some bytes are replaced, inserted, removed or cut off. */
export function changedBytes(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc.tuple(bytes, fc.array(change, { maxLength: 4 })).map(([original, changes]) => {
    let changed = Buffer.from(original);
    for (const { at, removed, inserted } of changes) {
      const from = Math.floor((at * changed.byteLength) / 1000);
      changed = Buffer.concat([changed.subarray(0, from), inserted, changed.subarray(from + removed)]);
    }
    return new Uint8Array(changed);
  });
}
