import { join } from "node:path";
import { ServingProcess } from "../../support/run-process";

const ENGINE = join(__dirname, "..", "..", "..", "src", "cli", "engine", "engine.ts");

/** Program that prints its process id and its signals. SIGTERM ends it after it printed an earlier signal. */
const ENGINE_PROGRAM = `
process.on("SIGINT", () => console.log("interrupted"));
process.on("SIGTERM", () => setImmediate(() => { console.log("ended"); process.exit(); }));
console.log("pid " + process.pid);
setInterval(() => {}, 1000);`;

/** Runs a program as a command does, and prints its output. Prints "handled" after it handled an interrupt. */
function command(platform: string, program: string): ServingProcess {
  const code = `
    Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} });
    const { runProcess } = require(${JSON.stringify(ENGINE)});
    const onOutput = (part) => process.stdout.write(part);
    const options = { workingDirectory: ".", environment: process.env, onOutput };
    runProcess(process.execPath, ["-e", ${JSON.stringify(program)}], options)
      .then(({ stderr }) => process.stdout.write(JSON.stringify(stderr)), () => {});
    setImmediate(() => process.on("SIGINT", () => console.log("handled")));`;
  return new ServingProcess(process.execPath, ["--import", "tsx", "-e", code]);
}

/** Interrupts a command, ends its program, and returns the signals that the program received. */
async function signalsOn(platform: string): Promise<readonly string[]> {
  await using running = command(platform, ENGINE_PROGRAM);
  const printed = await running.prints("\n");
  const interrupted = running.end("SIGINT");
  await running.prints("handled");
  process.kill(Number(/pid (\d+)/.exec(printed)?.[1]), "SIGTERM");
  const { stdout } = await interrupted;
  return stdout.split("\n").filter((line) => ["interrupted", "ended"].includes(line));
}

test("an interrupted command asks its engine to stop", async () => {
  expect(await signalsOn("linux")).toEqual(["interrupted", "ended"]);
});

test("an interrupted command on Windows sends no signal, because the signal would kill the engine", async () => {
  expect(await signalsOn("win32")).toEqual(["ended"]);
});

test("CRLF in the output of a program becomes LF", async () => {
  const { stdout } = await command("linux", "console.error('one\\r\\ntwo\\rthree\\r\\n')").ended;
  expect(stdout).toBe(JSON.stringify("one\ntwo\rthree\n\n"));
});
