import { type Diagnostic, pathText, problem } from "../diagnostics";
import { writeOnlyPaths } from "../plan/plan-change";
import type { Message } from "../protocol/message-types";
import { fieldsOf, type Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";
import type { Handlers } from "./all-handlers";
import { type ProviderSession, respond } from "./session";
import { declared } from "./state-data";

/** What can be validated: the shape that resources, data sources and the other kinds share. */
interface Validatable {
  readonly schema: Schema;
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}

/** The calls that check a configuration. */
export function validateHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const { provider } = session;

  async function validate(
    kind: string,
    all: Readonly<Record<string, Validatable>> | undefined,
    request: { typeName: string; config?: Message<"tfplugin6.DynamicValue"> },
    more?: (schema: Schema, config: ObjectValue) => readonly Diagnostic[],
  ) {
    const during = `validation of ${request.typeName}`;
    return respond(session, { during, schema: all?.[request.typeName]?.schema }, {}, async (report) => {
      const target = declared(all, kind, request.typeName);
      const config = session.readObject(target.schema, request.config) ?? {};
      report(more?.(target.schema, config));
      report(await target.validate?.({ config }));
      return {};
    });
  }

  return {
    validateResourceConfig: (request) => {
      const refused = request.clientCapabilities?.writeOnlyAttributesAllowed === true ? undefined : refuseWriteOnly;
      return validate("resource type", provider.resources, request, refused);
    },
    validateDataResourceConfig: (request) => validate("data source", provider.dataSources, request),
    validateEphemeralResourceConfig: (request) =>
      validate("ephemeral resource type", provider.ephemeralResources, request),
    validateListResourceConfig: (request) => validate("list resource type", provider.listResources, request),
  };
}

function refuseWriteOnly(schema: Schema, config: ObjectValue): readonly Diagnostic[] {
  return writeOnlyPaths(fieldsOf(schema), config).map((path) =>
    problem(
      "Write-only attributes are not supported here",
      `The attribute ${pathText(path)} is write-only, so that its value is never stored. That needs Terraform 1.11 or OpenTofu 1.11, or later.`,
      path,
    ),
  );
}
