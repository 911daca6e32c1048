import { footprint } from "./footprint";

/** Prints how much the heap has grown with a million objects, and how much without them again. */
const before = footprint().heap;
const held = { objects: Array.from({ length: 1_000_000 }, (_, index) => ({ index })) };
const grown = footprint().heap - before;
held.objects.length = 0;
process.stdout.write(JSON.stringify([grown, footprint().heap - before]));
