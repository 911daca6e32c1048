import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADOPT_SESSION, drawings, PHOTOGRAPHS } from "../../../scripts/pictures/main";

const ROOT = join(__dirname, "..", "..", "..");
const FOLDER = join(ROOT, "docs", "pictures");

let drawn: ReadonlyMap<string, string>;

beforeAll(async () => {
  drawn = await drawings();
});

test("the drawings in the documentation match the current output for the examples", () => {
  for (const [name, picture] of drawn) {
    expect(readFileSync(join(FOLDER, name), "utf8")).toBe(picture);
  }
});

test("every picture comes from the script and is shown in the README or in a guide", () => {
  const made = [...drawn.keys(), ...Object.keys(PHOTOGRAPHS), ADOPT_SESSION].sort();
  expect(readdirSync(FOLDER).sort()).toEqual(made);
  const guides = join(ROOT, "docs", "guides");
  const pages = [join(ROOT, "README.md"), ...readdirSync(guides).map((name) => join(guides, name))];
  const shown = pages.flatMap((page) => [
    ...readFileSync(page, "utf8").matchAll(/\]\((?:docs|\.\.)\/pictures\/([\w.-]+)\)/g),
  ]);
  expect(shown.map(([, name]) => name).sort()).toEqual(made);
});
