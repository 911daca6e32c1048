import { countsOf } from "../../support/audit";
import {
  type CampaignResult,
  type Finding,
  type Injection,
  product,
  type Reference,
  referenceLife,
  replay,
  runCampaign,
} from "../../support/fault-campaign";
import { faultOptions, injectionText, replayCommand } from "../../support/fault-options";
import type { StackDeployment } from "../../support/mixed-stack";

const say = (line: string) => process.stdout.write(`${line}\n`);

test.each(faultOptions.deployments)(
  "a stack is complete in the end after each fault at each request: %s",
  async (deployment) => {
    const { seed, lives, only, shrink } = faultOptions;
    const reference = await referenceLife(deployment);
    const injections = only ?? product(reference.places);
    say(`${deployment}: ${injections.length} injections, seed ${seed}`);
    const isOver = (count: number) => count >= (only ? 1 : lives);
    const result = await runCampaign(deployment, reference, injections, seed, isOver, say);
    for (const finding of result.findings) {
      sayFinding(deployment, finding);
      if (shrink && finding.injections.length > 1) {
        await sayCulprits(deployment, reference, finding);
      }
    }
    sayCounts(deployment, result);
    expect(result.findings.length).toBe(0);
  },
);

function sayFinding(deployment: StackDeployment, { life, phase, injections, audit, complaints }: Finding): void {
  say(`\n${deployment}, life ${life}, ${phase}:`);
  for (const [name, lines] of Object.entries(audit) as [string, readonly string[]][]) {
    for (const line of lines) {
      say(`  ${name}: ${line}`);
    }
  }
  for (const complaint of complaints) {
    say(`  ${complaint.slice(0, 2000).replaceAll("\n", "\n  ")}`);
  }
  for (const injection of injections) {
    say(`  played: ${injectionText(injection)}`);
  }
  say(`  again: ${replayCommand(deployment, injections)}`);
}

/** Halves the number of injections until a single injection causes the failure. */
async function sayCulprits(deployment: StackDeployment, reference: Reference, finding: Finding): Promise<void> {
  let suspects: readonly Injection[] = finding.injections;
  while (suspects.length > 1) {
    const half = Math.ceil(suspects.length / 2);
    const parts = [suspects.slice(0, half), suspects.slice(half)];
    let next: readonly Injection[] | undefined;
    for (const part of parts) {
      if (next === undefined && (await replay(deployment, reference, part)).length > 0) {
        next = part;
      }
    }
    if (next === undefined) {
      break;
    }
    suspects = next;
  }
  say(`  enough: ${replayCommand(deployment, suspects)}`);
}

function sayCounts(deployment: StackDeployment, { lives, struck, unreached, audits, findings }: CampaignResult): void {
  say(
    `\n${deployment}: ${struck.length} faults played in ${lives} lives (${unreached.length} not reached): ` +
      `${countsOf(audits)}, ${findings.length} findings`,
  );
}
