import { type Audit, countsOf } from "../support/audit";
import { type CampaignResult, product, referenceLife, runCampaign } from "../support/fault-campaign";
import { faultOptions, replayCommand } from "../support/fault-options";
import { PHASES } from "../support/faulted-life";
import type { StackDeployment } from "../support/mixed-stack";

const DEPLOYMENTS = ["open_source", "managed"] as const;
const { seed } = faultOptions;

const lives = {} as Record<StackDeployment, Promise<CampaignResult>>;
const counted = { faults: 0, audits: [] as Audit[] };

// Partly spent waiting between retries, so that both deployments go through it at the same time.
beforeAll(async () => {
  for (const deployment of DEPLOYMENTS) lives[deployment] = live(deployment);
  await Promise.allSettled(Object.values(lives));
});

afterAll(() => {
  process.stdout.write(
    `Faults in whole stacks: ${counted.faults} played (seed ${seed}), ${countsOf(counted.audits)}. All of them: npm run faults\n`,
  );
});

/** One life with as many faults at once as concern different requests. */
async function live(deployment: StackDeployment): Promise<CampaignResult> {
  const reference = await referenceLife(deployment);
  return runCampaign(deployment, reference, product(reference.places), seed, (count) => count > 0);
}

test.each(DEPLOYMENTS)(
  "thirty objects that refer to each other come out as declared when requests fail in every way, after one more apply at most: %s",
  async (deployment) => {
    const { struck, audits, findings } = await lives[deployment];
    counted.faults += struck.length;
    counted.audits.push(...audits);
    const shown = findings.map(({ audit, complaints, injections }) => ({
      audit,
      complaints,
      again: replayCommand(deployment, injections),
    }));
    expect(shown).toEqual([]);
    expect(struck.length).toBeGreaterThan(PHASES.length * 3);
  },
);
