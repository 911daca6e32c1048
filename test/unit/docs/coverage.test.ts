import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentName, openApiDocuments } from "../../../scripts/coverage/documents";
import {
  operationCoverage,
  operationsOfDocuments,
  uselessOperationReasons,
} from "../../../scripts/coverage/operations";
import { coverageOf, coverageText, uselessReasons } from "../../../scripts/coverage/report";

const REPORT = readFileSync(join(__dirname, "..", "..", "..", "docs", "coverage.md"), "utf8");

const coverage = Object.entries(openApiDocuments()).map(([name, properties]) =>
  coverageOf(name as DocumentName, properties),
);

const operations = operationsOfDocuments();

test("the report shows the coverage of each API, and gives a reason for each omission", () => {
  const totals = [...REPORT.matchAll(/^## The (.+) API: (\d+) of (\d+) properties$/gm)];
  process.stdout.write(`Coverage: ${totals.map(([, api, some, all]) => `${api} ${some}/${all}`).join(", ")}\n`);
  expect(totals.map(([, api]) => api)).toEqual(["open source", "managed"]);
  for (const [, , some, all] of totals) {
    expect(Number(some) / Number(all)).toBeGreaterThan(0.7);
  }
  expect(REPORT).not.toContain("NO REASON");
});

test("no property is omitted without a reason", () => {
  const leftOut = coverage.flatMap((each) => each.leftOut);
  expect(leftOut.filter(([, reason]) => reason === undefined).map(([property]) => property)).toEqual([]);
});

test("an undeclared property without a reason is reported, and so is an unused reason", () => {
  const made = coverageOf("managed", new Map([["Alert", ["name", "sparkles", "createdAt", "channel"]]]));
  expect(made.leftOut).toEqual([
    ["Alert.sparkles", undefined],
    ["Alert.createdAt", "set by the server, not declared"],
  ]);
  expect(coverageText([made], {})).toContain("`Alert.sparkles`: NO REASON");
  expect(uselessReasons([made])).toContain("SearchRequest.offset");
  expect(uselessReasons([made])).not.toContain("*.createdAt");
});

test("no reason exists for a field that is covered or does not exist", () => {
  expect(uselessReasons(coverage)).toEqual([]);
});

test("the committed report matches the current declarations (npm run docs:coverage)", () => {
  expect(coverageText(coverage, operations)).toBe(REPORT);
});

test("every operation of both API documents is counted, including operations on teams and roles", () => {
  expect(operations["open source"].all).toBe(38);
  expect(operations.managed.all).toBe(40);
  expect(Object.values(operations).flatMap(({ leftOut }) => leftOut)).toEqual([]);
});

test("no operation is omitted without a reason, and no covered operation has a reason", () => {
  const leftOut = Object.values(operations).flatMap((each) => each.leftOut);
  expect(leftOut.filter(({ reason }) => reason === undefined).map(({ name }) => name)).toEqual([]);
  expect(uselessOperationReasons(Object.values(operations))).toEqual([]);
});

test("an operation that a resource type does not support is reported", () => {
  const published = [
    { name: "GET /api/v2/alerts", shortName: "GET observability/alerts" },
    { name: "POST /api/v2/alerts/{id}/silence", shortName: "POST observability/alerts/{}/silence" },
  ];
  expect(operationCoverage("open source", published).leftOut.map(({ name }) => name)).toEqual([
    "POST /api/v2/alerts/{id}/silence",
  ]);
});
