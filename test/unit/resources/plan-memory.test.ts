import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlanMemory, type PlanMemory } from "../../../src/resources/shared/plan-memory";

const DASHBOARD = "6955b9000000000000000001";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plan-memory-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const opened = (environment: Record<string, string> = {}): PlanMemory => {
  const memory = openPlanMemory(folder, environment);
  if (!memory) {
    throw new Error("There is no memory.");
  }
  return memory;
};

test("another process can read the stored data of a plan until the data is deleted", () => {
  mkdirSync(join(folder, ".terraform"));
  opened().remember(DASHBOARD, ["a", "b"]);
  expect(opened().recall(DASHBOARD)).toEqual(["a", "b"]);
  expect(opened().recall("another")).toBeUndefined();
  opened().remember(DASHBOARD, []);
  expect(opened().recall(DASHBOARD)).toEqual([]);
  opened().forget(DASHBOARD);
  expect(opened().recall(DASHBOARD)).toBeUndefined();
  expect(readdirSync(join(folder, ".terraform", "clickstack", "plans"))).toEqual([]);
});

test("a folder without Terraform's data folder stores no plan data, and TF_DATA_DIR can set another data folder", () => {
  expect(openPlanMemory(folder, {})).toBeUndefined();
  mkdirSync(join(folder, "data"));
  opened({ TF_DATA_DIR: "data" }).remember(DASHBOARD, ["a"]);
  expect(existsSync(join(folder, "data", "clickstack", "plans"))).toBe(true);
});

test("no file is written or deleted if the path of the plan data contains a symbolic link", () => {
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(join(folder, ".terraform", "clickstack"), { recursive: true });
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(folder, ".terraform", "clickstack", "plans"));
  opened().remember(DASHBOARD, ["a"]);
  opened().forget(DASHBOARD);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(opened().recall(DASHBOARD)).toBeUndefined();
});

test.each(["{", "null", "[]", '{"object":"another","ids":["a"]}', `{"object":"${DASHBOARD}"}`])(
  "a file with invalid content is not used and not deleted: %s",
  (content) => {
    mkdirSync(join(folder, ".terraform"));
    opened().remember(DASHBOARD, ["a"]);
    const plans = join(folder, ".terraform", "clickstack", "plans");
    const [file = ""] = readdirSync(plans);
    writeFileSync(join(plans, file), content);
    expect(opened().recall(DASHBOARD)).toBeUndefined();
    opened().forget(DASHBOARD);
    expect(readdirSync(plans)).toEqual([file]);
  },
);
