import { type Audit, countsOf, isClean } from "../../support/audit";
import { type CampaignResult, product, type Reference, referenceLife, runCampaign } from "../../support/fault-campaign";
import { faultOptions, replayCommand } from "../../support/fault-options";
import { PHASES } from "../../support/faulted-life";
import { type KillResult, kills, killText, type Mode, sampleOf, survive } from "../../support/kills";
import type { StackDeployment } from "../../support/mixed-stack";

const { seed } = faultOptions;

/**
 * Each way to end a run is tested once, in phases that the seed selects. `npm run faults -- kills` tests all ways in
 * both deployments.
 */
const ENDS: Readonly<Record<StackDeployment, readonly Mode[]>> = {
  open_source: ["provider killed", "interrupted", "server gone"],
  managed: ["engine and provider killed", "interrupted twice"],
};
const DEPLOYMENTS = Object.keys(ENDS) as StackDeployment[];
const CASES = DEPLOYMENTS.flatMap((deployment) => ENDS[deployment].map((mode) => [mode, deployment] as const));

/**
 * The trials of a deployment, one after another. Both deployments run at the same time, because they mostly wait
 * between retries.
 */
interface Trials {
  /** One life with as many simultaneous faults as different requests allow. */
  readonly faults: Promise<CampaignResult>;
  readonly ends: ReadonlyMap<Mode, Promise<KillResult>>;
}

const trials = {} as Record<StackDeployment, Trials>;
const counted = { faults: 0, underWay: 0, ends: 0, audits: [] as Audit[] };

beforeAll(() => {
  for (const deployment of DEPLOYMENTS) {
    trials[deployment] = begin(deployment);
  }
});

afterAll(async () => {
  await Promise.allSettled(DEPLOYMENTS.flatMap((name) => [trials[name].faults, ...trials[name].ends.values()]));
  process.stdout.write(
    `Whole stacks: ${counted.faults} faults played, and ${counted.ends} runs that ended too early with ${counted.underWay} writes ` +
      `under way (seed ${seed}): ${countsOf(counted.audits)}. All of them: npm run faults\n`,
  );
});

function begin(deployment: StackDeployment): Trials {
  const reference = referenceLife(deployment);
  const faults = reference.then((known) =>
    runCampaign(deployment, known, product(known.places), seed, (count) => count > 0),
  );
  let last: Promise<unknown> = faults;
  const ends = ENDS[deployment].map((mode): [Mode, Promise<KillResult>] => {
    const result = last.catch(() => undefined).then(async () => end(deployment, await reference, mode));
    last = result;
    return [mode, result];
  });
  return { faults, ends: new Map(ends) };
}

async function end(deployment: StackDeployment, reference: Reference, mode: Mode): Promise<KillResult> {
  const [kill] = sampleOf(kills(reference, seed), [mode], seed);
  if (!kill) {
    throw new Error(`no kill: ${mode}`);
  }
  return survive(deployment, reference, kill);
}

test.each(DEPLOYMENTS)(
  "thirty objects with references are created as declared after all kinds of failed requests and at most one more apply (%s)",
  async (deployment) => {
    const { struck, audits, findings } = await trials[deployment].faults;
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

test.each(CASES)(
  "a run that ends during writes is completed by one more run, and no object exists twice (%s, %s)",
  async (...at) => {
    const [mode, deployment] = at;
    const result = await trials[deployment].ends.get(mode);
    if (!result) {
      throw new Error(`no result: ${mode}`);
    }
    const { kill, audit, complaints } = result;
    counted.ends += 1;
    counted.underWay += kill.underWay.size;
    counted.audits.push(audit);
    expect({ kill: killText(kill), isClean: isClean(audit), audit, complaints }).toMatchObject({
      isClean: true,
      complaints: [],
    });
  },
);
