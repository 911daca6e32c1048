import { countsOf, isClean } from "../support/audit";
import { referenceLife } from "../support/fault-campaign";
import { faultOptions } from "../support/fault-options";
import { type KillResult, kills, killText, type Mode, sampleOf, survive } from "../support/kills";
import type { StackDeployment } from "../support/mixed-stack";

/** Every end once, in phases that the seed chooses; all of them in both deployments: `npm run faults -- kills`. */
const SAMPLE: Readonly<Record<StackDeployment, readonly Mode[]>> = {
  open_source: ["provider killed", "interrupted", "server gone"],
  managed: ["engine and provider killed", "interrupted twice"],
};
const CASES = Object.entries(SAMPLE).flatMap(([deployment, modes]) =>
  modes.map((mode) => [mode, deployment as StackDeployment] as const),
);

const { seed } = faultOptions;
const results = {} as Record<StackDeployment, Promise<readonly KillResult[]>>;
const counted: KillResult[] = [];

beforeAll(async () => {
  results.open_source = live("open_source");
  results.managed = live("managed");
  await Promise.allSettled(Object.values(results));
});

afterAll(() => {
  const underWay = counted.reduce((total, { kill }) => total + kill.underWay.size, 0);
  process.stdout.write(
    `Runs that ended too early: ${counted.length} with ${underWay} writes under way (seed ${seed}), ` +
      `${countsOf(counted.map(({ audit }) => audit))}. At every request: npm run faults -- kills\n`,
  );
});

async function live(deployment: StackDeployment): Promise<readonly KillResult[]> {
  const reference = await referenceLife(deployment);
  const chosen = sampleOf(kills(reference, seed), SAMPLE[deployment], seed);
  const done: KillResult[] = [];
  for (const kill of chosen) done.push(await survive(deployment, reference, kill));
  return done;
}

test.each(CASES)(
  "%s while writes are under way: one more run completes it, nothing is there twice (%s)",
  async (mode, deployment) => {
    const own = (await results[deployment]).filter(({ kill }) => kill.mode === mode);
    counted.push(...own);
    const bad = own.filter(({ audit, complaints }) => !isClean(audit) || complaints.length > 0);
    expect(bad.map(({ kill, audit, complaints }) => ({ kill: killText(kill), audit, complaints }))).toEqual([]);
    expect(own).toHaveLength(1);
  },
);
