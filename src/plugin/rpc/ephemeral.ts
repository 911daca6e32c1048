import { withoutUnknowns } from "../plan/check-result";
import { complete } from "../plan/complete";
import { filledFromConfig } from "../plan/filled-from-config";
import { fieldsOf, schemaType } from "../schema/field";
import { writeValue } from "../wire/dynamic-message";
import { answer } from "./answer";
import type { Answer, Handlers } from "./handlers";
import { declared } from "./lookup";
import { readPrivate, writePrivate } from "./private-state";
import type { Session } from "./session";

const kind = "ephemeral resource type";

/** Opens, renews and closes what Terraform never stores. */
export function ephemeralHandlers<Client>(session: Session<Client>): Handlers {
  const all = session.provider.ephemeralResources;
  return {
    openEphemeralResource: (request) => {
      const known = all?.[request.typeName]?.schema;
      const subject = { during: `opening of ${request.typeName}`, ...(known ? { type: schemaType(known) } : {}) };
      return answer<Answer<"openEphemeralResource">>(session, subject, {}, async (report) => {
        const resource = declared(all, kind, request.typeName);
        const type = schemaType(resource.schema);
        const fields = fieldsOf(resource.schema);
        const config = session.readObject(resource.schema, request.config) ?? {};
        const opened = await resource.open({ config }, session.context);
        report(opened.diagnostics);
        const whole = complete(fields, filledFromConfig(fields, config, opened.result));
        const checked = withoutUnknowns(fields, whole, `the opening of ${request.typeName}`);
        report(checked.diagnostics);
        return {
          result: writeValue(type, checked.state),
          ...renewal(opened.renewAt),
          private: writePrivate(opened.private ?? {}),
        };
      });
    },
    renewEphemeralResource: (request) =>
      answer<Answer<"renewEphemeralResource">>(
        session,
        { during: `renewal of ${request.typeName}` },
        {},
        async (report) => {
          const resource = declared(all, kind, request.typeName);
          const renewed = await resource.renew?.({ private: readPrivate(request.private) }, session.context);
          report(renewed?.diagnostics);
          const kept = renewed?.private ? writePrivate(renewed.private) : request.private;
          return { ...renewal(renewed?.renewAt), ...(kept ? { private: kept } : {}) };
        },
      ),
    closeEphemeralResource: (request) =>
      answer<Answer<"closeEphemeralResource">>(
        session,
        { during: `closing of ${request.typeName}` },
        {},
        async (report) => {
          const resource = declared(all, kind, request.typeName);
          const closed = await resource.close?.({ private: readPrivate(request.private) }, session.context);
          report(closed?.diagnostics);
          return {};
        },
      ),
  };
}

function renewal(at: Date | undefined) {
  if (!at) return {};
  const milliseconds = at.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { renewAt: { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 } };
}
