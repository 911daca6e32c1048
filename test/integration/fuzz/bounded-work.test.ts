/**
 * V8 counts no steps of functions that another test file of the same worker compiled.
 * @jest-environment node
 */
import { matchesField, matchesText } from "../../../src/cli/project/drift-rules";
import { plainText } from "../../../src/client/http/response-text";
import { placeTiles } from "../../../src/constructs/layout";
import { shapeOf } from "../../../src/declaration/shape";
import { validate } from "../../../src/declaration/validate";
import { type Type, UNKNOWN, type Value } from "../../../src/plugin";
import { parseJson } from "../../../src/plugin/values/exact-json";
import { valueFromJson } from "../../../src/plugin/values/json-value";
import { decodeMsgpack, encodeMsgpack } from "../../../src/plugin/values/value-codec";
import { decodeMessage } from "../../../src/plugin/wire/message-codec";
import { tileKeys } from "../../../src/resources/dashboard/tiles/tile";
import { dashboard } from "../../../src/resources/declarations";
import { StepCounter } from "./steps";

const steps = new StepCounter();

afterAll(() => steps[Symbol.dispose]());

const SMALL = 50;
const TIMES = 8;

const attempt = (work: () => unknown) => {
  try {
    work();
  } catch {
    // The input was refused. The test counts only the steps until the refusal.
  }
};

const many = <T>(size: number, one: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => one(index));
const encoded = (type: Type, value: Value) => encodeMsgpack(type, value);
const tile = (name: string) => ({ name, x: 0, y: 0, w: 1, h: 1, config: { displayType: "markdown", markdown: "" } });
const declared = (tiles: Record<string, unknown>) => ({ name: "D", tiles });

/** Code that reads an input of a given size. The input is the worst one of this size. */
const WORK: Readonly<Record<string, (size: number) => () => unknown>> = {
  "a msgpack list": (size) => {
    const bytes = encoded({ list: "string" }, many(size, String));
    return () => decodeMsgpack({ list: "string" }, bytes);
  },
  "a msgpack map of dynamic values": (size) => {
    const bytes = encoded({ map: "dynamic" }, Object.fromEntries(many(size, (index) => [`k${index}`, [index, "x"]])));
    return () => decodeMsgpack({ map: "dynamic" }, bytes);
  },
  "a msgpack list with fewer elements than it declares": (size) => {
    const bytes = Buffer.concat([Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff), Buffer.alloc(size, 0xc0)]);
    return () => decodeMsgpack({ list: "string" }, bytes);
  },
  "numbers in a state": (size) => () =>
    valueFromJson({ list: "number" }, parseJson(`[${many(size, (index) => `0.${index}12345678901234567890`)}]`)),
  "texts in a state": (size) => () => parseJson(`[1e400${',"\\\\\\""'.repeat(size)}]`),
  "an incomplete text in a state": (size) => () => parseJson(`[1e400,"${'\\"'.repeat(size)}`),
  "unknown fields of a message": (size) => () =>
    decodeMessage("RawState", Buffer.alloc(size * 2, Buffer.of(0x78, 0x01))),
  "a pattern with many stars": (size) => () => matchesText(`${"*a".repeat(size)}b`, "a".repeat(size)),
  "a pattern with many path steps": (size) => () =>
    matchesField(
      `${"**.a.".repeat(20)}b`,
      many(size, () => "a"),
    ),
  "a page of scripts without an end": (size) => () => plainText("<script> </style >".repeat(size)),
  "tiles with errors": (size) => () =>
    validate(
      shapeOf(dashboard),
      declared(Object.fromEntries(many(size, (index) => [`t${index}`, { ...tile(""), w: 99, wide: 1 }]))),
      (value) => value === UNKNOWN,
    ),
  "tiles with the same title": (size) => () =>
    tileKeys(
      many(size, (index) => ({ id: String(index).padStart(9, "0"), name: "Same" })),
      {},
    ),
  "tiles without a position": (size) => () =>
    placeTiles(new Map(many(size, (index) => [`t${index}`, { displayType: "line" as const }]))),
};

test.each(Object.entries(WORK))("eight times the input causes at most about eight times the steps: %s", (_, workOn) => {
  const [small = 0, large = 0] = [SMALL, SMALL * TIMES].map((size) => {
    const work = workOn(size);
    return steps.stepsOf(() => attempt(work));
  });
  expect(small).toBeGreaterThan(SMALL / 2);
  expect(large / small).toBeLessThan(TIMES * 1.3);
});
