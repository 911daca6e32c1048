import { walkNested } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import { type Attribute, type Attributes, namedAttributes } from "../schema/schema";
import { attributeOf, type ObjectValue } from "../values/value";
import type { ProviderServer } from "./provider-server";
import { writeObject } from "./state-data";

/**
 * Returns the handler that generates a configuration from a state (`-generate-config-out`, Terraform 1.14). Without
 * this call the engine generates it itself and treats an empty text as a missing one.
 */
export function generateConfigHandlers(server: ProviderServer): Handlers {
  return {
    generateResourceConfig: ({ typeName, state: message }) =>
      server.respondAbout("resources", "generation of a configuration of", typeName, {}, async ({ schema }) => {
        const state = server.readObject(schema, message);
        return { config: writeObject(schema, state && configOf(schema.attributes, state)) };
      }),
  };
}

/** Returns the attributes that an author writes. Sensitive values are omitted because the result is a file. */
function configOf(fields: Attributes, state: ObjectValue): ObjectValue {
  const configured = namedAttributes(fields).map(([name, field]) => {
    const { nested } = field;
    const value = isWritten(field) ? attributeOf(state, name) : null;
    const config = nested && walkNested(nested.nesting, value, null, (inner) => configOf(nested.attributes, inner));
    return [name, nested ? config : value];
  });
  return Object.fromEntries(configured);
}

function isWritten({ required, optional, sensitive, writeOnly, deprecated, default: standard }: Attribute): boolean {
  const isConfigurable = required === true || optional === true || standard !== undefined;
  return isConfigurable && !sensitive && !writeOnly && deprecated === undefined;
}
