import { start } from "../support/emulator/support";
import { firstOf } from "../support/long-test";
import { type Difference, Replay, readRecording } from "./recorded-answers";

/** The lines of a recording that the emulator answers differently, with the reason. */
const knownDifferences: Record<string, Readonly<Record<number, string>>> = {
  "open-source-2026-08.jsonl": {},
};

/** The time of the recording. Some bodies contain a time that is too far after it. */
const RECORDED_AT = new Date("2026-08-22T00:00:00Z");

describe.each(Object.keys(knownDifferences))("the emulator and the recorded server in %s", (name) => {
  const differences = new Map<number, Difference>();
  const recorded = readRecording(name);
  const lines = recorded.filter(({ number }) => firstOf<number>(1, [0, 1, 2, 3]).includes(number % 4));

  beforeAll(async () => {
    const { emulator, openSource } = await start({
      serverVersion: "2.36",
      webhookAllowList: ["127.0.0.1"],
      now: () => RECORDED_AT,
    });
    const replay = await Replay.on(openSource);
    for (const line of lines) {
      const difference = await replay.differenceOf(line);
      if (difference) {
        differences.set(line.number, difference);
      }
    }
    await emulator.stop();
  });

  test("return the same status for every request", () => {
    const others = [...differences.values()].filter(({ expected, actual }) => expected.status !== actual.status);
    expect(others).toEqual([]);
  });

  test("return the same responses except for the listed lines", () => {
    const listed = Object.keys(knownDifferences[name] ?? {}).map(Number);
    const unlisted = [...differences.values()].filter(({ number }) => !listed.includes(number));
    expect(unlisted).toEqual([]);
    expect(lines.filter(({ number }) => listed.includes(number) && !differences.has(number))).toEqual([]);
  });

  test("are compared for each resource type", () => {
    expect(recorded).toHaveLength(2000);
    expect(new Set(lines.map(({ path }) => path)).size).toBe(6);
  });
});
