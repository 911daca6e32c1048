import { createLog } from "../../../../src/plugin";
import { logLevelOf, Secrets } from "../../../../src/plugin/log/log";

describe("the log level", () => {
  test.each([
    [{}, "error"],
    [{ TF_LOG: "INFO" }, "info"],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "warn" }, "warn"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "off" }, "off"],
    [{ TF_LOG_PROVIDER: "loud" }, "trace"],
  ])("for %j is %s", (environment, level) => {
    expect(logLevelOf(environment)).toBe(level);
  });
});

describe("the log of the provider", () => {
  const linesOf = (level: "debug" | "off") => {
    const lines: string[] = [];
    return { lines, log: createLog({ level, module: "m", write: (line) => lines.push(line) }) };
  };

  test("contains one JSON object per line, for its level and more severe levels", () => {
    const { lines, log } = linesOf("debug");
    log.trace("no");
    log.debug("two\nlines", { count: 9007199254740993n });
    log.error("yes");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^[^\n]*\n$/);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      "@level": "debug",
      "@message": "two\nlines",
      "@module": "m",
      count: "9007199254740993",
    });
  });

  test("contains no terminal control characters, because Terraform prints its text", () => {
    const { lines, log } = linesOf("debug");
    log.debug("answered \u001b[2J", { detail: { text: "\u202e\n" } });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      "@message": "answered \\u001b[2J",
      detail: { text: "\\u202e\n" },
    });
    const secrets = new Secrets();
    secrets.add(["a secret\u200bof two"]);
    log.debug("a secret\u200bof two");
    expect(secrets.redact(lines[1] ?? "")).toContain('"@message":"(sensitive)"');
  });

  test("keeps the message if a field cannot be written", () => {
    const { lines, log } = linesOf("debug");
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    log.info("still here", { circle });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ "@message": "still here" });
  });

  test("stays empty if it is turned off", () => {
    const { lines, log } = linesOf("off");
    log.error("no");
    expect(lines).toEqual([]);
  });
});

describe("secrets in the log", () => {
  test("are redacted in every encoding, the longest first, and short texts are kept", () => {
    const secrets = new Secrets();
    secrets.add(["abcde", "abcdefgh", 'with "quotes"', "no"]);
    expect(secrets.redact('abcde abcdefgh with "quotes" no')).toBe("(sensitive) (sensitive) (sensitive) no");
    expect(secrets.redact(JSON.stringify({ token: 'with "quotes"' }))).toBe('{"token":"(sensitive)"}');
  });
});
