import { walkNested } from "../plan/nested";
import type { Handlers } from "../protocol/calls";
import { type Attribute, type Attributes, namedAttributes, schemaType } from "../schema/schema";
import { writeValue } from "../values/dynamic-message";
import { attributeOf, type ObjectValue } from "../values/value";
import type { ProviderServer } from "./provider-server";

/**
 * Returns the handler that generates a configuration from a state (`-generate-config-out`, Terraform 1.14). Without
 * this call the engine generates it itself and treats an empty text as a missing one.
 */
export function generateConfigHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    generateResourceConfig: (request) => {
      const subject = {
        during: "generation of a configuration of",
        kind: "resources",
        name: request.typeName,
      } as const;
      return server.respondAbout(subject, {}, async ({ schema }) => {
        const state = server.readObject(schema, request.state);
        return { config: writeValue(schemaType(schema), state && configOf(schema.attributes, state)) };
      });
    },
  };
}

/** Returns the attributes that an author writes. Sensitive values are omitted because the result is a file. */
function configOf(fields: Attributes, state: ObjectValue): ObjectValue {
  const configured = namedAttributes(fields).map(([name, field]) => {
    if (!isWritten(field)) {
      return [name, null];
    }
    const { nested } = field;
    const value = attributeOf(state, name);
    return [
      name,
      nested ? walkNested(nested.nesting, value, null, (inner) => configOf(nested.attributes, inner)) : value,
    ];
  });
  return Object.fromEntries(configured);
}

function isWritten({ required, optional, sensitive, writeOnly, deprecated, default: standard }: Attribute): boolean {
  const isConfigurable = required === true || optional === true || standard !== undefined;
  return isConfigurable && !sensitive && !writeOnly && deprecated === undefined;
}
