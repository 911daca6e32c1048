import { creationTime, earliestCreation } from "../../../../src/client/creates/created-object";

test("the creation time is read from createdAt, or else from the id", () => {
  expect(creationTime({ id: "x", createdAt: "2026-01-01T00:00:00.500Z" })).toBe(Date.UTC(2026, 0, 1) + 500);
  expect(creationTime({ id: "6955b9000000000000000001" })).toBe(0x6955b900 * 1000);
  expect(creationTime({ id: "8a7b0000-0000-4000-8000-000000000000" })).toBeNaN();
  expect(creationTime({ id: "6955b9000000000000000001", createdAt: "yesterday" })).toBeNaN();
  for (const id of ["6955b90000000000000000012", "x6955b9000000000000000001"]) {
    expect(creationTime({ id })).toBeNaN();
  }
});

test("the creation time is compared with the server's clock, with two seconds of tolerance", () => {
  const serverNow = Date.UTC(2030, 0, 1, 0, 0, 30);
  expect(earliestCreation(new Date(serverNow).toUTCString(), 5000, 0)).toBe(serverNow - 7000);
  expect(earliestCreation(undefined, 5000, 100_000)).toBe(93_000);
  expect(earliestCreation("soon", 5000, 100_000)).toBe(93_000);
});
