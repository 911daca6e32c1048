import { runTarget } from "./run-target";
import type { Target } from "./target";
import { targets } from "./targets";

/**
 * The number of cases of all targets together. `npm run fuzz` runs two thousand times as many, with another seed each
 * time.
 */
const CASES = 500;
const SEED = 1;

const shares = targets.reduce((sum, { share }) => sum + share, 0);
const casesOf = ({ share }: Target) => Math.ceil((CASES * share) / shares);

test.each(targets.map((target) => [target.name, target] as const))(
  "any input is accepted or refused with a message, without other effects: %s",
  async (_, target) => {
    const { cases, finding } = await runTarget(target, { seed: SEED, cases: casesOf(target) });
    expect(finding).toBeUndefined();
    expect(cases).toBe(casesOf(target));
  },
);
