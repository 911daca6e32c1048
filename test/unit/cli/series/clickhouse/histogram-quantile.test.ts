import { histogramQuantile } from "../../../../../src/cli/server/series/clickhouse/database-charts";

test.each<[number, readonly number[], readonly number[], number | undefined]>([
  // 10 events are below 10, and 10 events are between 10 and 20. The median is the bound between them.
  [0.5, [10, 20], [10, 10, 0], 10],
  [0.25, [10, 20], [10, 10, 0], 5],
  [0.75, [10, 20], [10, 10, 0], 15],
  [0.99, [10, 20], [1, 0, 99], 20],
  [0.5, [0, 5], [0, 4, 0], 2.5],
  [0.1, [-5, 5], [10, 0, 0], -5],
  // For a bucket that starts at 0, the server counts from the first bucket.
  [0.5, [0, 5], [4, 6, 0], 2.5],
  [0.5, [10, 20], [0, 0, 0], undefined],
  [0.5, [], [7], undefined],
])("the quantile %d of a histogram with bounds %j and counts %j is %s", (level, bounds, counts, value) => {
  expect(histogramQuantile(level, bounds, counts)).toBe(value);
});
