import { ownValue } from "../../own-values";
import { type Fields, fieldsOf, type SchemaField, schemaType } from "../schema/schema";
import { isList, isObject, type ObjectValue, type Value } from "../values/value";
import { writeValue } from "../wire/dynamic-message";
import type { Handlers } from "./all-handlers";
import type { ProviderSession } from "./session";

/**
 * Makes configurations of states (`-generate-config-out`, Terraform 1.14 and later). Without this call the engine does so itself, and
 * takes an empty text for one that is not there.
 */
export function generateConfigHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    generateResourceConfig: (request) => {
      const subject = {
        during: "generation of a configuration of",
        kind: "resources",
        name: request.typeName,
      } as const;
      return session.respondAbout(subject, {}, async ({ schema }) => {
        const state = session.readObject(schema, request.state);
        return { config: writeValue(schemaType(schema), state && configOf(fieldsOf(schema), state)) };
      });
    },
  };
}

/** What of a state an author writes. Sensitive values stay out of a file. */
function configOf(fields: Fields, state: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, configured(field, ownValue(state, name) ?? null)]),
  );
}

function configured(field: SchemaField, value: Value): Value {
  if (!isWritten(field)) return field.absent;
  const { nested } = field;
  if (!nested) return value;
  const one = (inner: Value) => (isObject(inner) ? configOf(nested.fields, inner) : inner);
  if (nested.nesting === "single") return one(value);
  if (isList(value)) return value.map(one);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(inner)]));
}

function isWritten({ required, optional, sensitive, writeOnly, deprecated, default: standard }: SchemaField): boolean {
  const isConfigurable = required === true || optional === true || standard !== undefined;
  return isConfigurable && !sensitive && !writeOnly && deprecated === undefined;
}
