import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = readFileSync(join(__dirname, "..", "..", "..", "docs", "guides", "where-it-runs.md"), "utf8");

const rows = PAGE.split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| **"))
  .map((line) => line.slice(2, -2).split(" | "))
  .map(([name = "", status = "", evidence = ""]) => ({ name, status, evidence }))
  .filter(({ status }) => !["Status", "Meaning"].includes(status));

describe("the page about where it runs", () => {
  test("has a known status in every line", () => {
    const known = /^(every release|once, \d{4}-\d{2}-\d{2}|documented|unknown)$/;
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ status }) => !known.test(status))).toEqual([]);
  });

  test("names evidence for every status except unknown", () => {
    expect(rows.filter(({ status, evidence }) => status !== "unknown" && evidence.trim() === "")).toEqual([]);
  });

  test("names a command or a job in every line with the status every release", () => {
    const tested = rows.filter(({ status }) => status === "every release");
    expect(
      tested.filter(({ evidence }) => !/`(npm|doctor|engines)|unit tests|acceptance tests/.test(evidence)),
    ).toEqual([]);
  });
});
