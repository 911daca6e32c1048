import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Footprint, footprintText, growth } from "./footprint";

const MEGABYTE = 2 ** 20;

const samples = (count: number, at: (index: number) => Partial<Footprint>): readonly Footprint[] =>
  Array.from({ length: count }, (_, index) => ({
    rss: 200 * MEGABYTE,
    heap: 50 * MEGABYTE,
    descriptors: 40,
    ...at(index),
  }));

test("values that rise and fall are not reported as growth, and neither are values that rise only at the start", () => {
  const steady = samples(60, (index) => ({
    heap: (index < 20 ? 30 + index : 50 + (index % 3)) * MEGABYTE,
    descriptors: 40 + (index % 5),
  }));
  expect(growth(steady)).toEqual([]);
  expect(footprintText(steady)).toBe("heap 51.0 -> 51.0 MB, rss 200.0 -> 200.0 MB, descriptors 42 -> 42");
});

test.each<[keyof Footprint, (index: number) => Partial<Footprint>, string]>([
  ["heap", (index) => ({ heap: (50 + index) * MEGABYTE }), `heap grew from ${80 * MEGABYTE} to ${100 * MEGABYTE}`],
  ["rss", (index) => ({ rss: (200 + 5 * index) * MEGABYTE }), `rss grew from ${350 * MEGABYTE} to ${450 * MEGABYTE}`],
  ["descriptors", (index) => ({ descriptors: 40 + index }), "descriptors grew from 70 to 90"],
])("growth of %s in every round is reported", (_, at, named) => {
  expect(growth(samples(60, at))).toEqual([named]);
});

test("growth is not measured with too few rounds, and the text states this", () => {
  const few = samples(11, (index) => ({ descriptors: 40 * index }));
  expect(growth(few)).toEqual([]);
  expect(footprintText(few)).toBe("too few rounds to judge memory (11 of 12)");
});

test("retained memory increases the measured heap, and released memory does not", () => {
  // The measurement uses a separate process, because earlier tests in this process can release memory at any moment.
  const [held, released] = JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", join(__dirname, "footprint-program.ts")], { encoding: "utf8" }),
  );
  expect(held).toBeGreaterThan(10 * MEGABYTE);
  expect(released).toBeLessThan(10 * MEGABYTE);
});
