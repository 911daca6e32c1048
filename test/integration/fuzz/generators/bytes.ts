import fc from "fast-check";

/** Lengths that a reader may believe: of msgpack's and of protocol buffers' forms, up to 4 GB. */
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

/** One change: some bytes at a place, measured in thousandths of the whole, make way for others. */
const change = fc.record({ at: fc.nat(1000), removed: fc.oneof(fc.nat(3), fc.constant(1_000_000)), inserted: piece });

/** The same bytes with a few changes: some replaced, inserted, taken out or cut off. */
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
