import { checkOwnKey, resultsOf } from "../../../../src/cli/commands/doctor/own-checks";
import { checkClock, checkRateLimit, type Probe } from "../../../../src/cli/commands/doctor/server-checks";

const NOW = Date.parse("2026-11-21T12:00:00.400Z");

const response = (headers: Probe["headers"], sentAt = NOW - 200): Probe => ({
  status: 200,
  headers,
  headersAt: 0,
  text: "",
  sentAt,
});

describe("the fix of a finding", () => {
  const { failed } = resultsOf("server");

  test("is not replaced by a fix in a server's response", () => {
    const message = "GET /a returned 403: No. Fix: send us the key.";
    expect(failed(message, "Use another key.")).toMatchObject({ message, fix: "Use another key." });
  });

  test("does not contain the reason that the response gives before its fix", () => {
    expect(failed("May not read keys.", "The user has no team. Fix: use another key.")).toEqual({
      ...{ check: "server", status: "failed" },
      ...{ message: "May not read keys.\nThe user has no team.", fix: "use another key." },
    });
    expect(failed("Refused.", "Fix: use another key.")).toMatchObject({ message: "Refused.", fix: "use another key." });
  });

  test("is absent if neither the check nor the response has one", () => {
    expect(failed("Refused.")).toEqual({ check: "server", status: "failed", message: "Refused." });
  });
});

describe("the clock", () => {
  const clock = (date: string | undefined) => {
    const { status, message } = checkClock("managed", response({ date }), NOW);
    return `${status}: ${message}`;
  };

  test.each([
    ["Sat, 21 Nov 2026 12:00:00 GMT", "ok: This machine and the server agree on the time."],
    ["Sat, 21 Nov 2026 11:59:31 GMT", "ok: This machine and the server agree on the time."],
    ["Sat, 21 Nov 2026 11:58:00 GMT", "warning: This machine's clock is 119 s ahead of the server's."],
    ["Sat, 21 Nov 2026 12:02:00 GMT", "warning: This machine's clock is 120 s behind the server's."],
    [undefined, "skipped: The response contains no time."],
  ])("is compared with the server's date header: %s", (date, expected) => {
    expect(clock(date)).toBe(expected);
  });
});

describe("the rate limit", () => {
  const limit = (headers: Probe["headers"]) => {
    const { status, message } = checkRateLimit("open source", response(headers), "100 requests in 60 s");
    return `${status}: ${message}`;
  };

  test("is reported from the headers, with a warning if it is nearly exhausted", () => {
    const headers = { "ratelimit-limit": "100", "ratelimit-reset": "42" };
    expect(limit({ ...headers, "ratelimit-remaining": "80" })).toBe("ok: 80 of 100 requests are left, for 42 s.");
    expect(limit({ ...headers, "ratelimit-remaining": "10" })).toBe("warning: 10 of 100 requests are left, for 42 s.");
    expect(limit({})).toBe("ok: The response contains no limit; documented: 100 requests in 60 s.");
  });
});

describe("the check of the key that signs requests", () => {
  const key = { id: "1", name: "ci", keySuffix: "Mmly", assignedRoles: [{ roleId: "r", roleName: "Admin" }] };
  const told = (...keys: Parameters<typeof checkOwnKey>[1]) =>
    checkOwnKey("managed", keys, "zdwmMmly", NOW).map(({ check, status, message }) => `${check} ${status}: ${message}`);

  test("finds the key by its suffix, and reports its roles, expiry and addresses", () => {
    const ipAccessList = [{ source: "203.0.113.0/24" }];
    expect(told({ id: "2", keySuffix: "other" }, { ...key, expireAt: "2026-12-01T00:00:00Z", ipAccessList })).toEqual([
      'key-roles ok: The key "ci" has the roles Admin.',
      "key-expiry warning: The key expires at 2026-12-01T00:00:00Z, in 9 days.",
      "key-addresses ok: The key may be used from 203.0.113.0/24. Check that the list contains your CI.",
    ]);
  });

  test.each([
    [undefined, "key-expiry ok: The key never expires."],
    ["2027-11-21T13:00:00Z", "key-expiry ok: The key expires at 2027-11-21T13:00:00Z, in 365 days."],
    ["2026-11-20T00:00:00Z", "key-expiry failed: The key expired at 2026-11-20T00:00:00Z."],
  ])("has the expected result for a key that expires at %s", (expireAt, expected) => {
    expect(told({ ...key, expireAt })).toContain(expected);
  });

  test("is skipped if several keys have the same suffix", () => {
    expect(told(key, { ...key, id: "2" })).toEqual([
      "key skipped: Several keys have the same last characters as the key in use.",
    ]);
  });
});
