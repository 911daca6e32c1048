import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pictures } from "../../scripts/pictures";

const FOLDER = join(__dirname, "..", "..", "docs", "pictures");

test("the pictures of the documentation are what the examples draw today", async () => {
  const drawn = await pictures();
  expect(readdirSync(FOLDER)).toEqual([...drawn.keys()]);
  for (const [name, picture] of drawn) expect(readFileSync(join(FOLDER, name), "utf8")).toBe(picture);
});
