import { withoutUnknowns } from "../plan/check-result";
import { complete } from "../plan/complete";
import { filledFromConfig } from "../plan/filled-from-config";
import { fieldsOf, schemaType } from "../schema/field";
import { writeValue } from "../wire/dynamic-message";
import { answer } from "./answer";
import type { Answer, Handlers } from "./handlers";
import { declared } from "./lookup";
import type { Session } from "./session";

/** Looks up. */
export function dataSourceHandlers<Client>(session: Session<Client>): Handlers {
  return {
    readDataSource: (request) => {
      const known = session.provider.dataSources?.[request.typeName]?.schema;
      const subject = { during: `read of ${request.typeName}`, ...(known ? { type: schemaType(known) } : {}) };
      return answer<Answer<"readDataSource">>(session, subject, {}, async (report) => {
        const source = declared(session.provider.dataSources, "data source", request.typeName);
        const type = schemaType(source.schema);
        const fields = fieldsOf(source.schema);
        const config = session.readObject(source.schema, request.config) ?? {};
        const { state, diagnostics } = await source.read({ config }, session.context);
        report(diagnostics);
        const whole = complete(fields, filledFromConfig(fields, config, state));
        const checked = withoutUnknowns(fields, whole, `the read of ${request.typeName}`);
        report(checked.diagnostics);
        return { state: writeValue(type, checked.state) };
      });
    },
  };
}
