import { failedWrite } from "../../../support/failed-write";

test("a verified write on a read-only disk reports the edited files and the command that restores them", () => {
  expect(failedWrite(`"mount", ["-o", "remount,ro", folder]`, true)).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .*read-only.* Then run `git restore main\.ts`, which.* The file contains A\n$/s,
  );
});
