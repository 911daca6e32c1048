import type { ServerResponse } from "node:http";
import type { Deployment } from "../../../../src/client";
import { json, TestServer } from "../../../support/client/http-server";
import { Program } from "../../../support/client/programs/run-program";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";

/**
 * The windows are shorter than those of the servers, so that each test has twelve windows. Open source reports its limit
 * in whole seconds. Each process sends six times the limit. With fewer windows, a process sometimes lost all of them by chance.
 */
const LIMITS = { openSource: { max: 20, windowMs: 3000 }, managed: { max: 10, windowMs: 1500 } };
const FIRST = "aaaaaaaaaaaaaaaaaaaaaaaa";
const SECOND = "bbbbbbbbbbbbbbbbbbbbbbbb";

let program: Program;
beforeAll(() => {
  program = new Program("many-reads");
});
afterAll(() => program[Symbol.dispose]());

test.concurrent.each<[Deployment, number]>([
  ["open_source", 120],
  ["managed", 60],
])(
  "a process gets its share and finishes if it starts while another process uses up the limit of %s",
  async (deployment, count) => {
    const emulator = await startEmulator({ limits: LIMITS });
    // The start of a process takes a different time on each machine.
    const started = new Map<string, ServerResponse>();
    let bothStarted: () => void = () => undefined;
    const areStarted = new Promise<void>((resolve) => {
      bothStarted = resolve;
    });
    await using gate = await TestServer.start(({ path }, response) => {
      started.set(path.slice(1), response);
      if (started.size === 2) {
        bothStarted();
      }
    });
    const begin = (id: string) => json(started.get(id) as ServerResponse, 200, {});
    const endpoints = emulator.endpoints;
    const run = (id: string) =>
      program.run("node", {
        DEPLOYMENT: deployment,
        ENDPOINTS: JSON.stringify(endpoints),
        WINDOW_SECONDS: String(LIMITS.managed.windowMs / 1000),
        COUNT: String(count),
        ID: id,
        GATE: `${gate.endpoint}/${id}`,
      });
    const admitted = () => emulator.requests.filter(({ status }) => status === 404).map(({ path }) => path.slice(-24));

    const [first, second] = [run(FIRST), run(SECOND)];
    await areStarted;
    begin(FIRST);
    while (admitted().length < LIMITS.managed.max) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    begin(SECOND);
    let secondsShare = 0;
    const firstDone = first.then(() => {
      secondsShare = admitted().filter((id) => id === SECOND).length;
    });
    const results = await Promise.all([first, second]);
    await firstDone;
    await emulator.stop();

    expect(results.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
      [0, `responses: ${count}\n`],
      [0, `responses: ${count}\n`],
    ]);
    // Without sharing, the second process gets no response until the first has ended.
    expect(secondsShare).toBeGreaterThan(count / 8);
  },
);
