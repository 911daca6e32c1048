import { failedWrite } from "../../../support/failed-write";

test("a verified write on a full disk reports the edited files and the command that restores them", () => {
  expect(failedWrite(`"prlimit", ["--pid", String(process.pid), "--fsize=0:"]`, false)).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .* larger than this disk allows\. .* Then run `git restore main\.ts`, which.* The file contains A\n$/s,
  );
});
