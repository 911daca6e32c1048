import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(__dirname, "..", "..", "..");

const CODE = `const GREETING = "hello";
const sign = (n: number) => (n < 0 ? "-" : "+");
function countTo(n: number): number {
  let i = 0;
  while (i < n) i += 1;
  return i;
}
const unused = () => "never";
export { countTo, GREETING, sign, unused };
`;

const TESTS = `import { countTo, GREETING, sign } from "../../program/code";
let loaded = 0;
beforeEach(() => (loaded += 1));
test("a greeting is given", () => expect(GREETING).toBe("hello"));
test.each([[-1, "-"], [1, "+"]])("the sign of %d is %s", (n, text) => expect(sign(n)).toBe(text));
describe("counting", () => {
  test("ends at the number", async () => expect(countTo(await Promise.resolve(3))).toBe(3));
  test("begins again for each change", () => expect(loaded).toBeLessThan(6));
});
`;

/** The result of each change, as "line: replacement". */
type Result = Readonly<Record<string, string>>;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mutated-"));
  for (const name of ["program", join("test", "unit")]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "program", "code.ts"), CODE);
  writeFileSync(join(folder, "test", "unit", "code.test.ts"), TESTS);
});

afterEach(() => rmSync(folder, { recursive: true }));

const RUN = { mutate: ["program/code.ts"], tests: ["code"], concurrency: 1, resultFile: "result.json" };

const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
const COMMAND = [TSX, join(__dirname, "runs-stryker.ts"), JSON.stringify(RUN)];

async function stryker(): Promise<{ readonly result: Result; readonly output: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, COMMAND, { cwd: folder });
  const [output = "", told = ""] = stdout.split("\nRESULT ");
  const mutants: readonly Readonly<Record<string, string>>[] = JSON.parse(told);
  const result = mutants.map(({ line, replacement, status }) => [`${line}: ${replacement}`, status]);
  return { result: Object.fromEntries(result), output };
}

test("mutations that a test detects are killed, also endless loops, and other mutations survive", async () => {
  const { result } = await stryker();
  expect(result).toEqual({
    '1: ""': "Killed",
    "2: () => undefined": "Killed",
    "2: true": "Killed",
    "2: false": "Killed",
    "2: n <= 0": "Survived",
    "2: n >= 0": "Killed",
    '2: ""': "Killed",
    "3: {}": "Killed",
    "5: false": "Killed",
    "5: i <= n": "Killed",
    "5: i >= n": "Killed",
    "5: i -= 1": "Timeout",
    "8: () => undefined": "Survived",
    '8: ""': "NoCoverage",
  });
});

test("results of an earlier run are kept, except results that a changed test can affect", async () => {
  const { result } = await stryker();
  expect((await stryker()).output).toContain("15 of 15 mutant result(s) are reused");
  writeFileSync(
    join(folder, "test", "unit", "code.test.ts"),
    `${TESTS}test("0 is positive", () => expect(sign(0)).toBe("+"));\n`,
  );
  const later = await stryker();
  expect(later.result).toEqual({ ...result, "2: n <= 0": "Killed" });
  expect(JSON.parse(readFileSync(join(folder, "result.json"), "utf8")).files["program/code.ts"].mutants).toHaveLength(
    15,
  );
});

test("a run that was killed continues with the same mutation", async () => {
  const first = spawn(process.execPath, COMMAND, { cwd: folder, detached: true, stdio: "ignore" });
  const ended = once(first, "exit");
  const watcher = watch(folder);
  while (!existsSync(join(folder, "result.json"))) {
    await once(watcher, "change");
  }
  watcher.close();
  process.kill(-(first.pid ?? 0), "SIGKILL");
  await ended;
  const { output, result } = await stryker();
  expect(output).toMatch(/[1-9]\d* of 15 mutant result\(s\) are reused/);
  expect(Object.keys(result)).toHaveLength(14);
});
