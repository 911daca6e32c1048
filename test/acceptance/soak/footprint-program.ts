import { footprint } from "./footprint";

/** Prints the growth of the heap with a million objects, and the remaining growth after their release. */
const before = footprint().heap;
const held = { objects: Array.from({ length: 1_000_000 }, (_, index) => ({ index })) };
const grown = footprint().heap - before;
held.objects.length = 0;
process.stdout.write(JSON.stringify([grown, footprint().heap - before]));
