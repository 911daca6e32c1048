/**
 * Returns numbers from 0 (included) to 1 (excluded) that depend only on the seed: a linear congruential generator with
 * 32 bits.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
