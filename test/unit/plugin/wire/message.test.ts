import { create, type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { callsOf, enumsOf, messagesOf, shortName } from "../../../../scripts/protocol/describe";
import { calls } from "../../../../src/plugin/protocol/calls";
import type { MessageName } from "../../../../src/plugin/protocol/message-types";
import * as tables from "../../../../src/plugin/protocol/tables";
import { decodeMessage, encodeMessage, MessageError } from "../../../../src/plugin/wire/message-codec";
import { file_tfplugin6, Provider } from "../../../support/plugin/protocol/tfplugin6_pb";
import { anyMessage } from "../../../support/plugin/wire/any-message";

const kinds = file_tfplugin6.messages
  .flatMap(withNested)
  .filter(({ typeName }) => shortName(typeName) in tables.messages);

function withNested(kind: DescMessage): DescMessage[] {
  return [kind, ...kind.nestedMessages.flatMap(withNested)];
}

/** Returns the message that the library decodes, without the properties that the library adds. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) {
    return value;
  }
  const members = Object.entries(value).filter(([name]) => name !== "$typeName" && name !== "$unknown");
  return Object.fromEntries(members.map(([name, inner]) => [name, plain(inner)]));
}

describe("the tables of protocol messages", () => {
  test("match the protocol's files (otherwise run scripts/protocol/main.ts)", () => {
    expect(tables.messages).toEqual(messagesOf([file_tfplugin6]));
    expect(tables.enums).toEqual(enumsOf([file_tfplugin6]));
  });

  test("have the name of the call in the names of its messages", () => {
    const described = callsOf(Provider).map(({ name, localName, input, output, streams }) => {
      expect(output).toBe(streams ? `${name}.Event` : `${name}.Response`);
      return [name, { path: `/tfplugin6.Provider/${name}`, handler: localName, request: input, response: output }];
    });
    expect(Object.fromEntries(calls)).toEqual(Object.fromEntries(described));
  });
});

describe("protocol messages", () => {
  test.each(kinds.map((kind) => [shortName(kind.typeName) as MessageName, kind] as const))(
    "%s is encoded and decoded as by protobuf-es",
    (name, kind) => {
      fc.assert(
        fc.property(anyMessage(kind), (message) => {
          const bytes = toBinary(kind, create(kind, message));
          expect(Buffer.from(encodeMessage(name, message)).equals(bytes)).toBe(true);
          expect(decodeMessage(name, bytes)).toEqual(plain(fromBinary(kind, bytes)));
        }),
        { numRuns: 25 },
      );
    },
  );

  test("lose unknown fields of a newer protocol", () => {
    // The other message does not know the fields detail and attribute.
    const newer = encodeMessage("Diagnostic", { detail: "d", attribute: { steps: [{}] } });
    const known = encodeMessage("StopProvider.Response", { Error: "e" });
    const decoded = decodeMessage("StopProvider.Response", Buffer.concat([newer, known]));
    expect(decoded).toEqual({ Error: "e" });
  });

  test("are refused if they end too early", () => {
    const bytes = encodeMessage("Schema", { version: 1n, block: { description: "a text" } });
    for (let length = 1; length < bytes.byteLength; length += 1) {
      const part = bytes.subarray(0, length);
      // After two bytes the first field is complete, so the shorter message is valid.
      if (length === 2) {
        expect(decodeMessage("Schema", part)).toEqual({ version: 1n });
      } else {
        expect(() => decodeMessage("Schema", part)).toThrow(MessageError);
      }
    }
  });

  test("are refused if a map entry continues after its end", () => {
    // A flatmap entry that declares a length of three bytes. Its key needs five bytes.
    const bytes = Buffer.from([0x12, 0x03, 0x0a, 0x03, ...Buffer.from("abc")]);
    expect(() => decodeMessage("RawState", bytes)).toThrow(
      new MessageError("the bytes are not a valid tfplugin6.RawState: a field continues after its message"),
    );
  });

  test("are refused if their nesting has no end", () => {
    const { nestedType, attributes } = { nestedType: 10, attributes: 1 };
    let bytes: Uint8Array = Buffer.of();
    for (let level = 0; level < 300; level += 1) {
      const length = new BinaryWriter().uint32(bytes.byteLength).finish();
      bytes = Buffer.concat([Buffer.of(((level % 2 ? nestedType : attributes) << 3) | 2), length, bytes]);
    }
    expect(() => decodeMessage("Schema.Attribute", bytes)).toThrow("nested more than 100 levels deep");
  });

  test("are merged if they arrive in parts", () => {
    const [first, second] = [{ description: "a text" }, { deprecated: true }].map((block) =>
      encodeMessage("Schema", { block }),
    );
    const whole = decodeMessage("Schema", Buffer.concat([first ?? [], second ?? []] as Uint8Array[]));
    expect(whole).toMatchObject({ block: { description: "a text", deprecated: true } });
  });
});
