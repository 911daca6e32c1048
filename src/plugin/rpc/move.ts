import { DiagnosticError, problem } from "../diagnostics/diagnostic";
import { complete } from "../plan/complete";
import { fieldsOf, schemaType } from "../schema/field";
import { writeValue } from "../wire/dynamic-message";
import { answer } from "./answer";
import type { Answer, Handlers } from "./handlers";
import { writeIdentity } from "./identity-data";
import { declared } from "./lookup";
import { writePrivate } from "./private-state";
import type { Session } from "./session";
import { readRaw } from "./upgrade";

/** Takes over the state of another resource type (`moved` blocks). */
export function moveHandlers<Client>(session: Session<Client>): Handlers {
  return {
    moveResourceState: (request) =>
      answer<Answer<"moveResourceState">>(session, { during: `move to ${request.targetTypeName}` }, {}, async () => {
        const resource = declared(session.provider.resources, "resource type", request.targetTypeName);
        const source = {
          sourceProvider: request.sourceProviderAddress,
          sourceType: request.sourceTypeName,
          sourceSchemaVersion: Number(request.sourceSchemaVersion),
          sourceState: readRaw(request.sourceState) ?? {},
        };
        const moved = await resource.moveState?.(source, session.maybeConfiguredContext);
        if (!moved) {
          const detail = `A ${request.sourceTypeName} of ${request.sourceProviderAddress} cannot become a ${request.targetTypeName}.`;
          throw new DiagnosticError(problem("The move is not supported", detail));
        }
        const state = complete(fieldsOf(resource.schema), moved.state);
        return {
          targetState: writeValue(schemaType(resource.schema), state),
          targetPrivate: writePrivate(moved.private ?? {}),
          targetIdentity: writeIdentity(resource.identity, moved.identity),
        };
      }),
  };
}
