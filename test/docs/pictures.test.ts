import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drawings, PHOTOGRAPHS } from "../../scripts/pictures";

const ROOT = join(__dirname, "..", "..");
const FOLDER = join(ROOT, "docs", "pictures");

test("the drawings of the documentation are what the examples draw today", async () => {
  for (const [name, picture] of await drawings()) expect(readFileSync(join(FOLDER, name), "utf8")).toBe(picture);
});

test("every picture is made by the script, and shown in the README", async () => {
  const made = [...(await drawings()).keys(), ...Object.keys(PHOTOGRAPHS)].sort();
  expect(readdirSync(FOLDER).sort()).toEqual(made);
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect([...readme.matchAll(/\]\(docs\/pictures\/([\w.-]+)\)/g)].map(([, name]) => name).sort()).toEqual(made);
});
