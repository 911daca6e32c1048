import assert from "node:assert/strict";
import { test } from "node:test";
import { synthesized } from "cdk-clickstack/testing";

// `npm test` runs the program before. The guide "Tests" shows how to test when an alert fires.
const { alerts } = synthesized("cdktf.out");

test("every alert has a note for the people who handle it", () => {
  const withoutNote = alerts.filter(({ note }) => !note);
  assert.deepEqual(
    withoutNote.map(({ path }) => path),
    [],
  );
});
