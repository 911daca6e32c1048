import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import type { MessageName } from "../../../../src/plugin/protocol/message-types";
import { decodeMessage, MessageError } from "../../../../src/plugin/wire/decode-message";
import { encodeMessage } from "../../../../src/plugin/wire/encode-message";
import { file_go_plugin } from "../../../support/plugin/protocol/go_plugin_pb";
import { file_tfplugin6 } from "../../../support/plugin/protocol/tfplugin6_pb";
import { anyMessage } from "../../../support/plugin/wire/any-message";
import { changedBytes } from "../generators/bytes";
import { must, orRefusal, pureTarget } from "../target";

const kinds = [file_tfplugin6, file_go_plugin].flatMap((file) => file.messages.flatMap(withNested));

function withNested(kind: DescMessage): DescMessage[] {
  return [kind, ...kind.nestedMessages.flatMap(withNested)];
}

const written = kinds.map((kind) => {
  const bytes = anyMessage(kind, 2).map((message) => toBinary(kind, create(kind, message)));
  return fc
    .oneof({ arbitrary: changedBytes(bytes), weight: 8 }, { arbitrary: fc.uint8Array({ maxLength: 64 }), weight: 1 })
    .map((each) => ({ name: kind.typeName as MessageName, bytes: each }));
});

/** Messages of the protocol: a message stays the same when it is read, written and read again. */
export const protocolMessages = pureTarget("messages", 100, fc.oneof(...written), ({ name, bytes }) => {
  const message = orRefusal(() => decodeMessage(name, bytes), MessageError);
  if (message === undefined) {
    return;
  }
  const once = encodeMessage(name, message);
  const again = encodeMessage(name, decodeMessage(name, once));
  must(Buffer.from(once).equals(again), () => "What was read is not what was written.");
});
