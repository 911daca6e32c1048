import { LeapingClock } from "../../integration/fuzz/targets/leaping-clock";
import { countsOf } from "../../support/audit";
import type { StackDeployment } from "../../support/mixed-stack";
import { type Footprint, footprint, footprintText, growth } from "./footprint";
import { ObjectRounds } from "./object-rounds";
import { findingText, isFinding, type Round } from "./round";
import { StackRounds } from "./stack-rounds";

const { SOAK_MINUTES = "1", SOAK_SEED = "1" } = process.env;
const MINUTES = Number(SOAK_MINUTES);
const SEED = Number(SOAK_SEED);

/**
 * A round of the stack takes as long as several rounds of objects. So one stack round follows two of every four object
 * rounds, in both deployments.
 */
const hasStackRound = (number: number) => number % 4 < 2;

const DEPLOYMENTS: readonly StackDeployment[] = ["open_source", "managed"];

const say = (line: string) => process.stdout.write(`${line}\n`);

test("one more apply restores the declared objects after any changes by users, faults and new declarations, and no resource use grows", async () => {
  say(`soak: ${MINUTES} minutes, seed ${SEED}`);
  const ending = Date.now() + MINUTES * 60_000;
  const rounds: Round[] = [];
  const samples: Footprint[] = [];
  const done = async (round: Round) => {
    rounds.push(round);
    const { what, declared, edits, faults, audit } = round;
    say(
      `${rounds.length}: ${what}, ${declared} declared, ${edits} edits, ${faults.length} faults, ${countsOf([audit])}`,
    );
    if (isFinding(round)) {
      say(findingText(round));
    }
  };
  const worlds = await Worlds.start();
  const thrown: unknown[] = [];
  try {
    for (let number = 1; Date.now() < ending && !rounds.some(isFinding); number += 1) {
      const deployment = DEPLOYMENTS[number % 2] ?? "managed";
      await done(await worlds.objects[deployment].round(number));
      if (hasStackRound(number)) {
        await done(await worlds.stacks[deployment].round(number));
      }
      samples.push(footprint());
    }
  } finally {
    // Errors of the proxies' handlers are collected here, so that they do not hide the error that ended a round.
    await worlds[Symbol.asyncDispose]().catch((error: unknown) => thrown.push(error));
  }
  const total = (count: (round: Round) => number) => rounds.reduce((sum, round) => sum + count(round), 0);
  say(
    `soak: seed ${SEED}, ${rounds.length} rounds, ${total(({ edits }) => edits)} edits by people, ${total(({ faults }) => faults.length)} faults: ` +
      `${countsOf(rounds.map(({ audit }) => audit))}; ${footprintText(samples)}`,
  );
  expect(thrown).toEqual([]);
  expect(rounds.filter(isFinding).map(findingText)).toEqual([]);
  expect(growth(samples)).toEqual([]);
});

/** All servers and clients that exist during the whole test. */
class Worlds implements AsyncDisposable {
  private constructor(
    readonly objects: Readonly<Record<StackDeployment, ObjectRounds>>,
    readonly stacks: Readonly<Record<StackDeployment, StackRounds>>,
  ) {}

  static async start(): Promise<Worlds> {
    const clock = new LeapingClock();
    const [openSource, managed] = await Promise.all(DEPLOYMENTS.map((each) => ObjectRounds.start(each, SEED, clock)));
    const [openSourceStack, managedStack] = await Promise.all(DEPLOYMENTS.map((each) => StackRounds.start(each, SEED)));
    if (!openSource || !managed || !openSourceStack || !managedStack) {
      throw new Error("no world");
    }
    return new Worlds({ open_source: openSource, managed }, { open_source: openSourceStack, managed: managedStack });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of [...Object.values(this.objects), ...Object.values(this.stacks)]) {
      await each[Symbol.asyncDispose]();
    }
  }
}
