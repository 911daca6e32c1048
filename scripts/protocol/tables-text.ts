import { file_go_plugin, GRPCController, GRPCStdio } from "../../test/support/plugin/protocol/go_plugin_pb";
import { file_tfplugin6, Provider } from "../../test/support/plugin/protocol/tfplugin6_pb";
import { enumsOf, messagesOf, serviceOf } from "./describe";

const FILES = [file_tfplugin6, file_go_plugin];

/**
 * Returns the unformatted text of src/plugin/protocol/tables.ts. It contains the protocol's messages as plain data, so
 * that a provider's start does not wait for descriptors. The types of the messages are derived from it.
 */
export function tablesText(): string {
  return `// Made by "npm run protocol" from the .proto files next to it.
import type { Enums, Messages, Service } from "./message-types";

export const messages = ${JSON.stringify(messagesOf(FILES))} as const satisfies Messages;

export const enums = ${JSON.stringify(enumsOf(FILES))} as const satisfies Enums;

export const providerService = ${JSON.stringify(serviceOf(Provider))} as const satisfies Service;

export const controllerService = ${JSON.stringify(serviceOf(GRPCController))} as const satisfies Service;

export const stdioService = ${JSON.stringify(serviceOf(GRPCStdio))} as const satisfies Service;
`;
}
