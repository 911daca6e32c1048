import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { shortName } from "../../../../scripts/protocol/describe";
import type { MessageName } from "../../../../src/plugin/protocol/message-types";
import { messages } from "../../../../src/plugin/protocol/tables";
import { decodeMessage, encodeMessage, MessageError } from "../../../../src/plugin/wire/message-codec";
import { file_tfplugin6 } from "../../../support/plugin/protocol/tfplugin6_pb";
import { anyMessage } from "../../../support/plugin/wire/any-message";
import { changedBytes } from "../generators/bytes";
import { must, orRefusal, pureTarget } from "../target";

const kinds = file_tfplugin6.messages.flatMap(withNested).filter(({ typeName }) => shortName(typeName) in messages);

function withNested(kind: DescMessage): DescMessage[] {
  return [kind, ...kind.nestedMessages.flatMap(withNested)];
}

const written = kinds.map((kind) => {
  const bytes = anyMessage(kind, 2).map((message) => toBinary(kind, create(kind, message)));
  return fc
    .oneof({ arbitrary: changedBytes(bytes), weight: 8 }, { arbitrary: fc.uint8Array({ maxLength: 64 }), weight: 1 })
    .map((each) => ({ name: shortName(kind.typeName) as MessageName, bytes: each }));
});

/** Messages of the plugin protocol. A message is unchanged after it is read, written and read again. */
export const protocolMessages = pureTarget("messages", 100, fc.oneof(...written), ({ name, bytes }) => {
  const message = orRefusal(() => decodeMessage(name, bytes), MessageError);
  if (message === undefined) {
    return;
  }
  const once = encodeMessage(name, message);
  const again = encodeMessage(name, decodeMessage(name, once));
  must(Buffer.from(once).equals(again), () => "What was read is not what was written.");
});
