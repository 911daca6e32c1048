import { execFileSync } from "node:child_process";
import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { WatchedFiles } from "../../../../src/cli/commands/preview/watch/watched-files";
import { temporaryFolder } from "../../../support/constructs/synthesize";

test("a FIFO in the watched folder does not block the watch", async () => {
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

test("every save is noticed even if the file is empty for a moment before its text is written", async () => {
  const folder = temporaryFolder();
  const main = join(folder, "main.ts");
  writeFileSync(main, "one");
  const files = await WatchedFiles.open([folder]);
  try {
    for (const text of ["two", "three", "four", "five", "six"]) {
      const noticed = files.next(new AbortController().signal);
      truncateSync(main);
      // The watcher reads the empty file now, and does not report the second step separately.
      await setTimeout(20);
      appendFileSync(main, text);
      expect(await noticed).toBeUndefined();
    }
  } finally {
    await files.close();
  }
});
