import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiRecord } from "../../../../src/client";
import { resultOfEarlierRun } from "../../../../src/client/creates/created-object";
import { FileJournal } from "../../../../src/resources/shared/create-journal";
import { uuid } from "../../../support/client/clients";
import { CREDENTIALS } from "../../../support/journal-entries";

const MINUTE = 60_000;
const ONE_TIME = "ci (creating aaaaaaaaaaaa)";
const NEXT_NAME = "ci (creating cccccccccccc)";

describe("the result of a create of an earlier run", () => {
  let folder: string;
  let journal: FileJournal;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-earlier-"));
    journal = new FileJournal(folder, "default", CREDENTIALS);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Records a create. */
  const begun = (name: string | undefined, id?: string) => {
    const create = journal.begin("content", name, Date.now());
    return id === undefined ? create : { ...create, id };
  };
  const record = (number: number, name: string | undefined, createdAt = Date.now()): ApiRecord => ({
    id: uuid(number),
    ...(name !== undefined && { name }),
    createdAt: new Date(createdAt).toISOString(),
  });

  /** @param shift change of the server's clock since the earlier run, in milliseconds */
  const search = (
    create: ReturnType<typeof begun>,
    candidates: readonly ApiRecord[],
    { name = "ci", shift = 0, listedAgo = 0 } = {},
  ) => {
    const date = new Date(Date.now() + shift - listedAgo).toISOString();
    const result = resultOfEarlierRun(
      create,
      candidates,
      { name },
      { journal, listedAt: { date, at: 0 }, now: listedAgo },
    );
    return typeof result === "object" ? result.id : result;
  };

  test.each<[string, string | undefined, string | undefined, ApiRecord]>([
    ["has the final name, but the id is unknown", ONE_TIME, undefined, record(1, "ci")],
    ["has the final name and another id", ONE_TIME, uuid(2), record(1, "ci")],
    ["has the known id and the final name, but the sent name is unknown", undefined, uuid(1), record(1, "ci")],
    ["has the known id, but no name", ONE_TIME, uuid(1), record(1, undefined)],
    ["has the one-time name and another id", ONE_TIME, uuid(2), record(1, ONE_TIME)],
    ["has the known id and a name with the same start", ONE_TIME, uuid(1), record(1, "ci-deploy")],
  ])("is not a key that %s", (_why, sent, id, key) => {
    expect(search(begun(sent, id), [key], { name: NEXT_NAME })).toBeUndefined();
  });

  test("is a key with the known id and the final name", () => {
    expect(search(begun(ONE_TIME, uuid(1)), [record(1, "ci")], { name: NEXT_NAME })).toBe(uuid(1));
  });

  test.each([
    ["a name with the same start", "abcdefghijklmnop".repeat(5), uuid(1)],
    ["a name with another start", `abc${"x".repeat(70)}`, undefined],
    ["a name with only the same end", `x${"abcdefghijklmnop".repeat(5).slice(0, 35)}`, undefined],
  ])(
    "is a key with the known id if its long name starts with the letters of the cut name: %s",
    (_how, name, expected) => {
      const cut = `${"abcdefghijklmnop".repeat(5).slice(0, 35)}... (creating cccccccccccc)`;
      expect(search(begun(ONE_TIME, uuid(1)), [record(1, name)], { name: cut })).toBe(expected);
    },
  );

  test("is a key of that time even if the list request waited ten minutes for the rate limit", () => {
    const create = { ...begun(ONE_TIME), startedAt: Date.now() - 10 * MINUTE };
    const key = record(1, ONE_TIME, Date.now() - 10 * MINUTE);
    expect(search(create, [key], { name: NEXT_NAME, listedAgo: 10 * MINUTE })).toBe(uuid(1));
  });

  test("is the object with the name that was sent", () => {
    expect(search(begun("ci"), [record(1, "deploy"), record(2, "ci")])).toBe(uuid(2));
    expect(search(begun(undefined), [record(1, "deploy")])).toBe(uuid(1));
  });

  test("is not the result of another create", () => {
    journal.ended(journal.begin("content", "ci"), uuid(1));
    expect(search(begun("ci"), [record(1, "ci"), record(2, "ci")])).toBe(uuid(2));
  });

  test.each([
    [58_000, uuid(1)],
    [62_000, "unclear"],
    [-58_000, uuid(1)],
    [-62_000, "unclear"],
  ])("is unclear if the server's clock changed by more than a minute: %d ms", (shift, expected) => {
    expect(search(begun("ci"), [record(1, "ci")], { shift })).toBe(expected);
  });

  test.each([
    ["two seconds before the create", -2000, uuid(1)],
    ["more than two seconds before the create", -2001, "unclear"],
    ["less than a minute before the create", -59_999, "unclear"],
    ["a minute before the create", -60_000, undefined],
  ])("depends on the creation time of an equal object: %s", (_when, after, expected) => {
    const create = begun("ci");
    expect(search(create, [record(1, "ci", create.serverTime + after)])).toBe(expected);
  });

  test("is unclear if one of two equal objects was created shortly before the create", () => {
    const create = begun("ci");
    const earlier = record(1, "ci", create.serverTime - 5000);
    expect(search(create, [record(2, "ci"), earlier])).toBe("unclear");
  });
});
