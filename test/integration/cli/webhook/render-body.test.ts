import { Worker } from "node:worker_threads";
import { renderBody } from "../../../../src/cli/server/webhook/test-notification";
import { firstOf, longTest } from "../../../support/long-test";

const values = Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`name${index}`, "text"]));

/** Nested loops, whose output has 18 values to the power of the depth. */
function nestedLoops(depth: number): string {
  return `${"{{#each @root}}".repeat(depth)}x${"{{/each}}".repeat(depth)}`;
}

/** Partials that each include the next partial twice. */
const doublingPartials = `${Array.from(
  { length: 40 },
  (_, index) => `{{#*inline "p${index}"}}{{> p${index + 1}}}{{> p${index + 1}}}{{/inline}}`,
).join("")}{{#*inline "p40"}}x{{/inline}}{{> p0}}`;

describe("the request body of a webhook", () => {
  test("is rendered with the values as JSON texts, and with comparisons", async () => {
    const template = '{"t":"{{title}}","n":{{count}}{{#if (eq state "ALERT")}},"firing":true{{/if}} }';
    const rendered = await renderBody(template, { title: 'a "b"\n', count: 3, state: "ALERT" });
    expect("body" in rendered && JSON.parse(rendered.body)).toEqual({ t: 'a "b"\n', n: 3, firing: true });
  });

  test.each(
    firstOf(1, [
      ["nine nested loops over all values", nestedLoops(9)],
      ["partials that double each other", doublingPartials],
      ["a partial that includes itself", '{{#*inline "p"}}{{> p}}{{> p}}{{/inline}}{{> p}}'],
    ]),
  )("cannot block this process or exhaust its memory: %s", async (_, template) => {
    expect(await renderBody(template, values)).toEqual({
      problem: expect.stringMatching(/^Its template (needs too much time or memory\.|is invalid\. )/),
    });
  });

  test.each([
    [1_000_000, { body: expect.stringMatching(/^x+$/) }],
    [1_000_001, { problem: "It has more than 1000000 characters." }],
  ])("is refused if it has more than a million characters: %d", async (length, expected) => {
    expect(
      await renderBody("{{text}}{{text}}{{rest}}", { text: "x".repeat(500_000), rest: "x".repeat(length - 1e6) }),
    ).toEqual(expected);
  });

  longTest("does not end this process if its template exceeds the time limit, and then the memory limit", async () => {
    const terminate = jest.spyOn(Worker.prototype, "terminate").mockImplementation(function (this: Worker) {
      return new Promise<number>((resolve) => this.once("exit", resolve));
    });
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    const used = jest.spyOn(process, "cpuUsage");
    try {
      const rendered = renderBody(nestedLoops(9), values);
      used.mockReturnValue({ user: 2_000_000, system: 1 });
      jest.runOnlyPendingTimers();
      expect(await rendered).toEqual({ problem: "Its template needs too much time or memory." });
      const [exit] = terminate.mock.results;
      // A worker that rendered its template exits with 0.
      expect(await exit?.value).toBe(1);
    } finally {
      jest.useRealTimers();
      used.mockRestore();
      terminate.mockRestore();
    }
  });

  test("is rendered completely, even if a busy machine needs long for it", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    try {
      const rendered = renderBody("{{title}}", { title: "t" });
      jest.advanceTimersByTime(3_600_000);
      expect(await rendered).toEqual({ body: "t" });
    } finally {
      jest.useRealTimers();
    }
  });

  test("has no access to the environment and to prototypes", async () => {
    const template =
      "[{{constructor}}{{__proto__}}{{title.constructor.constructor}}{{lookup title 'constructor'}}{{log title}}]";
    expect(await renderBody(template, { title: "t" })).toEqual({ body: "[]" });
  });
});
