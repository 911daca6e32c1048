/** True in `x.long.ts`, which imports `x.test.ts` to run all of its tests. */
const isLong = expect.getState().testPath?.endsWith(".long.ts") === true;

const omitted = Object.assign(() => undefined, { each: () => () => undefined });

/** Defines tests that `npm test` omits, and that `npm run test:long` runs. */
export const longTest = (isLong ? test : omitted) as jest.It;

/** Returns the first rows of a table of tests. `npm run test:long` runs all of them. */
export const firstOf = <const T>(count: number, rows: readonly T[]): readonly T[] =>
  isLong ? rows : rows.slice(0, count);

/** Returns a third of a number of random cases. `npm run test:long` runs all of them. */
export const thirdOf = (count: number): number => (isLong ? count : Math.ceil(count / 3));
