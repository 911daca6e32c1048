import { failedWrite } from "../../../support/failed-write";

test("a verified write names the edited files and the command that restores them if the disk became full", () => {
  expect(failedWrite(`"prlimit", ["--pid", String(process.pid), "--fsize=0:"]`, false)).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .* larger than this disk allows\. .* Then run `git restore main\.ts`, which.* The file contains A\n$/s,
  );
});
