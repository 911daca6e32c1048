import { type Audit, countsOf } from "../support/audit";
import {
  type CampaignResult,
  type Finding,
  type Injection,
  product,
  type Reference,
  referenceLife,
  runCampaign,
} from "../support/fault-campaign";
import { faultOptions, replayCommand } from "../support/fault-options";
import { PHASES } from "../support/faulted-life";
import { OUTAGE } from "../support/faults";
import type { StackDeployment } from "../support/mixed-stack";
import { seededRandom } from "../support/seeded-random";

const DEPLOYMENTS = ["open_source", "managed"] as const;
const { seed } = faultOptions;

interface Lives {
  /** One life with as many faults at once as concern different requests. */
  readonly mixed: CampaignResult;
  /** One life in which the server goes away in the middle of each phase. */
  readonly outages: CampaignResult;
}

const lives = {} as Record<StackDeployment, Promise<Lives>>;
const counted = { faults: 0, audits: [] as Audit[] };

// Mostly spent waiting between retries, so that both deployments go through it at the same time.
beforeAll(async () => {
  for (const deployment of DEPLOYMENTS) lives[deployment] = live(deployment);
  await Promise.allSettled(Object.values(lives));
});

afterAll(() => {
  process.stdout.write(
    `Faults in whole stacks: ${counted.faults} played (seed ${seed}), ${countsOf(counted.audits)}. All of them: npm run faults\n`,
  );
});

async function live(deployment: StackDeployment): Promise<Lives> {
  const reference = await referenceLife(deployment);
  const once = (injections: readonly Injection[]) =>
    runCampaign(deployment, reference, injections, seed, (count) => count > 0);
  const [mixed, outages] = await Promise.all([once(product(reference.places)), once(outagesIn(reference))]);
  return { mixed, outages };
}

/** In each phase one request from which on nobody listens. */
function outagesIn({ places }: Reference): readonly Injection[] {
  const random = seededRandom(seed);
  return PHASES.flatMap((phase) => {
    const own = places.filter((place) => place.phase === phase && place.named.operation !== "list");
    const place = own[Math.floor(random() * own.length)]?.text;
    return place === undefined ? [] : [{ phase, place, fault: OUTAGE }];
  });
}

/** What a reader of a failure needs: what is wrong, and how to see it again. */
const shown = (deployment: StackDeployment, findings: readonly Finding[]) =>
  findings.map(({ audit, complaints, injections }) => ({
    audit,
    complaints,
    again: replayCommand(deployment, injections),
  }));

describe.each(DEPLOYMENTS)("thirty objects that refer to each other, %s", (deployment) => {
  test("come out as declared when requests fail in every way, after one more apply at most", async () => {
    const { struck, audits, findings } = (await lives[deployment]).mixed;
    counted.faults += struck.length;
    counted.audits.push(...audits);
    expect(shown(deployment, findings)).toEqual([]);
    expect(struck.length).toBeGreaterThan(PHASES.length * 3);
  });

  test("come out as declared when the server goes away in the middle, after one more apply at most", async () => {
    const { struck, audits, findings } = (await lives[deployment]).outages;
    counted.faults += struck.length;
    counted.audits.push(...audits);
    expect(shown(deployment, findings)).toEqual([]);
    expect(struck.map(({ phase }) => phase)).toEqual([...PHASES]);
  });
});
