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

test("values that rise and fall, or rise only while the process warms up, are not reported as growth", () => {
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
])("%s that grows with every round is named", (_, at, named) => {
  expect(growth(samples(60, at))).toEqual([named]);
});

test("too few rounds are not judged, and the text reports this", () => {
  const few = samples(11, (index) => ({ descriptors: 40 * index }));
  expect(growth(few)).toEqual([]);
  expect(footprintText(few)).toBe("too few rounds to judge memory (11 of 12)");
});

test("retained memory is visible in the heap, and released memory is not", () => {
  // In a separate process: in this one, earlier tests may release memory at any moment.
  const [held, released] = JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", join(__dirname, "footprint-program.ts")], { encoding: "utf8" }),
  );
  expect(held).toBeGreaterThan(10 * MEGABYTE);
  expect(released).toBeLessThan(10 * MEGABYTE);
});
