// Includes the tests that `npm test` omits.
import "./quickstart.test";
import { changedFiles, expectQuickstart, startQuickstart } from "../support/quickstart";

test("npm run quickstart ends all its processes if --keep is not set", async () => {
  const before = changedFiles();
  const { exitCode, stdout } = await startQuickstart([]).ended;
  expect(exitCode).toBe(0);
  expectQuickstart(stdout);
  expect(changedFiles()).toBe(before);
});
