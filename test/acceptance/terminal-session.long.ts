import { readFileSync } from "node:fs";
import { join } from "node:path";
import { terminalSessions } from "../../scripts/pictures/main";

test("the terminal sessions in the documentation match a new run of their commands", async () => {
  for (const [name, picture] of await terminalSessions()) {
    expect(readFileSync(join(__dirname, "..", "..", "docs", "pictures", name), "utf8")).toBe(picture);
  }
});
