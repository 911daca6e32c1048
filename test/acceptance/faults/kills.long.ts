import { countsOf, isClean } from "../../support/audit";
import { referenceLife } from "../../support/fault-campaign";
import { faultOptions } from "../../support/fault-options";
import { type KillResult, kills, killsAtEachRequest, killText, surviveAll } from "../../support/kills";
import { seededRandom } from "../../support/seeded-random";

const say = (line: string) => process.stdout.write(`${line}\n`);

test.each(faultOptions.deployments)(
  "a stack is complete in the end after a kill at each request, and during many requests: %s",
  async (deployment) => {
    const { seed, lives } = faultOptions;
    const random = seededRandom(seed);
    const reference = await referenceLife(deployment);
    const all = [...kills(reference, seed), ...killsAtEachRequest(reference)]
      .map((kill) => ({ kill, place: random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ kill }) => kill)
      .slice(0, lives);
    say(`${deployment}: ${all.length} kills, seed ${seed}`);
    const isBad = ({ audit, complaints }: KillResult) => !isClean(audit) || complaints.length > 0;
    let done = 0;
    const results = await surviveAll(deployment, reference, all, (result) => {
      done += 1;
      if (done % 20 === 0) {
        say(`${deployment}: ${done} of ${all.length}`);
      }
      if (!isBad(result)) {
        return;
      }
      say(`\n${deployment}, ${killText(result.kill)}:\n  ${JSON.stringify(result.audit)}`);
      for (const complaint of result.complaints) {
        say(`  ${complaint.slice(0, 1500).replaceAll("\n", "\n  ")}`);
      }
    });
    say(
      `\n${deployment}: ${results.length} runs ended too early: ${countsOf(results.map(({ audit }) => audit))}, ` +
        `${results.filter(isBad).length} of them not repaired by the next run`,
    );
    expect(results.filter(isBad)).toEqual([]);
  },
);
