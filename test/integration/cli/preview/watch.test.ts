import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { callCli } from "../../../support/cli/call-cli";
import { saveProgram, WatchedPreview, watchedProject } from "../../../support/cli/watched-preview";
import { running } from "../../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../../support/environment";
import { longTest } from "../../../support/long-test";
import { commandOf } from "../../../support/run-process";

const emulator = running();
const noServer = { CLICKSTACK_API_KEY: undefined, CLICKHOUSE_CLOUD_API_KEY: undefined };

const dashboard = (name: string, where = "level:error") => `
new Dashboard(stack, "board", { name: ${JSON.stringify(name)}, tiles: {
  errors: tile.line({ source: logs, select: [count({ where: ${JSON.stringify(where)} })] }),
  all: tile.number({ source: logs, select: [count()] }),
} });`;

const queries = () => emulator.emulator.requests.filter(({ path }) => path === "/api/v2/charts/series").length;

test("the page updates after each save, and the command requests only series whose query changed", async () => {
  const folder = watchedProject(dashboard("First"));
  await using preview = await WatchedPreview.start(folder, environmentFor(emulator.endpoints));
  const first = await preview.pageWith(/<h2 id="d0">First<\/h2>[\s\S]*class="cs-series"[\s\S]*class="cs-number"/);
  expect(first).toMatch(/Series of \d{4}-\d\d-\d\d \d\d:\d\d to [^<]* UTC from http:\/\/127\.0\.0\.1:\d+\./);
  expect(queries()).toBe(2);

  saveProgram(folder, `${dashboard("Second")} console.log("printed");`);
  const renamed = await preview.pageWith(/Drawn at[\s\S]*<h2 id="d0">Second<\/h2>/);
  expect(renamed).toContain('class="cs-series"');
  expect(queries()).toBe(2);

  saveProgram(folder, dashboard("Third", "level:fatal"));
  await preview.pageWith(/Drawn at[\s\S]*<h2 id="d0">Third<\/h2>[\s\S]*class="cs-series"/);
  expect(queries()).toBe(3);
  expect(emulator.emulator.requests.filter(({ path }) => path === "/api/v2/sources")).toHaveLength(1);

  const { origin } = new URL(preview.address);
  expect((await fetch(`${preview.address}read-again`, { method: "POST", headers: { origin } })).status).toBe(202);
  // The page can still show the earlier drawing with the same text.
  await preview.pageWith(/Drawn at[\s\S]*class="cs-series"/, () => queries() > 3);
  expect(queries()).toBe(5);
  expect(readdirSync(folder).sort()).toEqual(["cdktf.json", "main.js"]);
  expect((await preview.end("SIGTERM")).stderr.replaceAll(/^\d\d:\d\d:\d\d /gm, "").split("\n")).toEqual([
    "Drew First. Sent 2 queries to the server.",
    "printed",
    "Drew Second.",
    "Drew Third. Sent 1 query to the server.",
    "Drew Third. Sent 2 queries to the server.",
    "",
  ]);
});

test("a program that fails keeps the last drawing and shows its output, and the next save repairs the page", async () => {
  const folder = watchedProject(dashboard("Works"));
  await using preview = await WatchedPreview.start(folder, noServer);
  await preview.pageWith(/Drawn at[\s\S]*Tiles are drawn without data: No credentials\. Fix: Set CLICKSTACK_ENDPOINT/);
  saveProgram(folder, `console.error("\\u001b[31mwatch <out>"); throw new Error("not yet");`);
  const failed = await preview.pageWith(/role="alert"/);
  expect(failed).toMatch(
    /<h2>The dashboards cannot be drawn<\/h2><p>`node main\.js` exited with code 1\.<\/p><pre>watch &lt;out&gt;[\s\S]*Error: not yet/,
  );
  expect(failed).toMatch(/The drawing below is from \d\d:\d\d:\d\d\.[\s\S]*<h2 id="d0">Works<\/h2>/);
  saveProgram(folder, "");
  expect(await preview.pageWith(/contains no dashboard/)).toContain('<h2 id="d0">Works</h2>');
  saveProgram(folder, dashboard("Works again"));
  expect(await preview.pageWith(/<h2 id="d0">Works again<\/h2>/)).not.toContain('role="alert"');
  const { exitCode, stdout, stderr } = await preview.end("SIGINT");
  expect(exitCode).toBe(130);
  expect(stdout).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/ shows the dashboards and follows each save\. Press Ctrl-C to stop\.\n$/,
  );
  expect(stderr.replaceAll(/^\d\d:\d\d:\d\d /gm, "").replaceAll(/^ .*\n/gm, "")).toMatch(
    /^Tiles are drawn without data[^\n]*\nDrew Works\.\n`node main\.js` exited with code 1\.\nwatch <out>\n[\s\S]*The input contains no dashboard\.\nDrew Works again\.\n$/,
  );
});

longTest("Ctrl-C ends a running program and all its child processes, and removes the temporary folder", async () => {
  const reports = createServer();
  await new Promise<void>((resolve) => reports.listen(0, "127.0.0.1", resolve));
  const { port } = reports.address() as AddressInfo;
  const reported = once(reports, "connection").then(([socket]) => text(socket));
  const folder = watchedProject(`
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "process.on('SIGINT', () => 0); setInterval(() => 0, 1000)"]);
    const numbers = [process.pid, child.pid, process.env.CDKTF_OUTDIR].join();
    child.on("spawn", () => require("node:net").connect(${port}, "127.0.0.1").end(numbers));
    setInterval(() => 0, 1000);`);
  await using preview = await WatchedPreview.start(folder, noServer);
  await preview.pageWith(/Running <code>node main\.js<\/code>/);
  const [parent = "", child = "", outdir = ""] = (await reported).split(",");
  expect(commandOf(Number(child))).toContain("SIGINT");
  expect((await preview.end("SIGINT")).exitCode).toBe(130);
  // A killed process exists until the kernel has ended it.
  while (commandOf(Number(child)) !== "") {
    await setImmediate();
  }
  expect(commandOf(Number(parent))).toBe("");
  expect(existsSync(outdir)).toBe(false);
  await new Promise((resolve) => reports.close(resolve));
});

longTest("several saves during a run cause only one more run, after the current run", async () => {
  const connections: Socket[] = [];
  const gate = createServer((socket) => connections.push(socket));
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const { port } = gate.address() as AddressInfo;
  const waiting = (name: string) =>
    `require("node:net").connect(${port}, "127.0.0.1").resume().on("end", () => { ${dashboard(name)} app.synth(); });`;
  const folder = watchedProject(waiting("First"));
  const started = once(gate, "connection");
  await using preview = await WatchedPreview.start(folder, noServer);
  await started;
  saveProgram(folder, waiting("Second"));
  saveProgram(folder, waiting("Third"));
  expect(connections).toHaveLength(1);
  const next = once(gate, "connection");
  connections[0]?.end();
  await next;
  connections[1]?.end();
  await preview.pageWith(/<h2 id="d0">Third<\/h2>/);
  expect(connections).toHaveLength(2);
  expect((await preview.end("SIGINT")).stderr).toMatch(/Drew (First|Third)\.\n(.* Drew Third\.\n)?$/);
  await new Promise((resolve) => gate.close(resolve));
});

test("the server of the page refuses foreign hosts and foreign pages, and the page loads nothing from other hosts", async () => {
  const folder = watchedProject(dashboard("Board"));
  await using preview = await WatchedPreview.start(folder, noServer);
  const { port } = new URL(preview.address);
  const statusOf = (headers: Record<string, string>, path = "/", method = "GET") =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once("error", reject).end();
    });
  const host = `127.0.0.1:${port}`;
  expect(await statusOf({ host })).toBe(200);
  expect(await statusOf({ host: `localhost:${port}` })).toBe(200);
  for (const foreign of [`attacker.example:${port}`, `127.0.0.1.attacker.example:${port}`, "127.0.0.1"]) {
    expect({ foreign, status: await statusOf({ host: foreign }) }).toEqual({ foreign, status: 421 });
    expect(await statusOf({ host: foreign }, "/events")).toBe(421);
  }
  expect(await statusOf({ host, origin: "http://attacker.example" })).toBe(403);
  expect(await statusOf({ host, origin: "null" }, "/read-again", "POST")).toBe(403);
  expect(await statusOf({ host }, "/read-again", "POST")).toBe(403);
  expect(await statusOf({ host }, "/other")).toBe(404);
  const page = await fetch(preview.address);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'sha256-[^']+'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(await page.text()).not.toMatch(/ style="|<style[^>]+>|onclick/);
});

longTest("a server that does not respond causes a drawing without data and with a note", async () => {
  const folder = watchedProject(dashboard("Board"));
  const environment = { CLICKSTACK_API_KEY: "wrong", CLICKSTACK_ENDPOINT: emulator.endpoints.openSource.endpoint };
  await using preview = await WatchedPreview.start(folder, environment);
  const page = await preview.pageWith(/Tiles of new queries are drawn without data\./);
  expect(page).toMatch(/refuses|rejected|unauthorized/i);
  expect(page).toContain('<h2 id="d0">Board</h2>');
});

longTest("the page reports that a managed deployment has no series", async () => {
  const folder = watchedProject(dashboard("Board"));
  await using preview = await WatchedPreview.start(folder, {
    ...noServer,
    ...managedEnvironmentFor(emulator.endpoints),
  });
  await preview.pageWith(/Drawn at[\s\S]*A managed deployment returns no chart series\./);
});

test.each([
  [["--watch", "--json"], "--watch shows a page of code in a browser. Fix: Leave out --watch or --json."],
  [["--watch", "--server"], "--watch shows a page of code in a browser. Fix: Leave out --watch or --server."],
  [["--port", "8000"], "--port requires --watch. Fix: Add --watch, or leave out --port."],
  [["--watch", "missing"], "The file or folder missing does not exist."],
  [
    ["--watch", "--series"],
    "Tiles are drawn without data: No credentials. Fix: Set CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY",
  ],
])("options that contradict each other are refused: %j", async (words, message) => {
  const { exitCode, stderr } = await callCli(["preview", ...words], noServer);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`error: ${message}`);
});

test("a port that is in use is reported with the fix", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const port = String((other.address() as AddressInfo).port);
  const { exitCode, stderr } = await callCli(["preview", watchedProject(""), "--watch", "--port", port], noServer);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: `error: Port ${port} is in use. Fix: Set another --port, or leave it out for a free one.\n`,
  });
  await new Promise((resolve) => other.close(resolve));
});

test.each([
  [
    "{}",
    'does not contain app, the program. Fix: Set app to the command that synthesizes the stacks, such as "npx tsx main.ts".',
  ],
  [
    '{ "app": "npx tsx main.ts", }',
    "is not valid JSON. Fix: Correct its syntax. JSON has no comments and no comma before a closing brace.",
  ],
])("a project whose cdktf.json is %s is reported with the fix", async (text, problem) => {
  const folder = watchedProject("");
  writeFileSync(join(folder, "cdktf.json"), text);
  const { exitCode, stderr } = await callCli(["preview", folder, "--watch"], noServer);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: `error: ${join(folder, "cdktf.json")} ${problem}\n`,
  });
});
