import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeptPlans } from "../../../../src/cli/commands/plan/kept-plans";

const NOBODY = 65534;

let folder: string;
let said: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kept-"));
  said = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const plan = (name = "made") => {
  writeFileSync(join(folder, name), "the plan", { mode: 0o644 });
  return join(folder, name);
};
const mode = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

test("a saved plan replaces the previous one and is the only file in its folder", () => {
  const out = join(folder, "plans");
  new KeptPlans(out, ["shop"]).keep(plan(), "shop");
  new KeptPlans(out, ["shop"]).keep(plan(), "shop");
  expect(readdirSync(out)).toEqual(["shop.tfplan"]);
  expect(mode("plans")).toBe("700");
  expect(mode("plans", "shop.tfplan")).toBe("600");
  expect(said).toBe("");
});

test("a folder that cannot be made private causes a warning, and one that cannot be written causes an error", () => {
  const out = join(folder, "plans");
  mkdirSync(out);
  chmodSync(folder, 0o755);
  chmodSync(out, 0o777);
  // If the tests do not run as root, another user owns the folder for temporary files.
  const theirs = process.getuid?.() === 0 ? out : tmpdir();
  asSomebodyElse(() => new KeptPlans(theirs, ["shop"]));
  expect(said).toMatch(
    /^warning: other users can enter .*Saved plans contain secrets\. Fix: Name a separate folder with --out\.\n$/,
  );
  expect(() => new KeptPlans("/sys", ["shop"])).toThrow(
    /^\/sys\/shop\.tfplan cannot be written: permission is denied\./,
  );
});

test("a folder at the path of a plan file causes an error", () => {
  mkdirSync(join(folder, "plans", "shop.tfplan"), { recursive: true });
  expect(() => new KeptPlans(join(folder, "plans"), ["shop"])).toThrow(
    /shop\.tfplan is a folder\. Fix: Name a file\.$/,
  );
});

function asSomebodyElse(work: () => void): void {
  if (process.getuid?.() !== 0) {
    work();
    return;
  }
  process.seteuid?.(NOBODY);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
}
