import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { WatchedFiles } from "../../../../src/cli/preview/watch/watched-files";
import { temporaryFolder } from "../../../support/constructs/synthesize";

test("a FIFO in the watched folder does not stop the watch", async () => {
  const folder = temporaryFolder();
  const files = await WatchedFiles.open([folder]);
  try {
    execFileSync("mkfifo", [join(folder, "pipe.ts")]);
    writeFileSync(join(folder, "main.ts"), "changed");
    await files.next(new AbortController().signal);
    writeFileSync(join(folder, "main.ts"), "changed again");
    expect(await files.next(new AbortController().signal)).toBeUndefined();
  } finally {
    await files.close();
  }
});
