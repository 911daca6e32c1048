import { isDeepStrictEqual } from "node:util";
import { call, stream } from "../../src/plugin/protocol/methods";
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
import { call, stream } from "./methods";

export const messages = ${JSON.stringify(messagesOf(FILES))} as const satisfies Messages;

export const enums = ${JSON.stringify(enumsOf(FILES))} as const satisfies Enums;

export const providerService = {
  name: ${JSON.stringify(serviceOf(Provider).name)},
  methods: [
${serviceOf(Provider)
  .methods.map((method) => `    ${callText(method)},`)
  .join("\n")}
  ],
} as const satisfies Service;

export const controllerService = ${JSON.stringify(serviceOf(GRPCController))} as const satisfies Service;

export const stdioService = ${JSON.stringify(serviceOf(GRPCStdio))} as const satisfies Service;
`;
}

/** Throws for a call whose messages do not have the names of Terraform's other calls. */
function callText(method: ReturnType<typeof serviceOf>["methods"][number]): string {
  const describe = method.streams ? stream : call;
  if (!isDeepStrictEqual(describe(method.name), method)) {
    throw new Error(`The messages of ${method.name} have other names than those of other calls.`);
  }
  return `${describe.name}(${JSON.stringify(method.name)})`;
}
