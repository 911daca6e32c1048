import { visible } from "../../visible";
import { DiagnosticError } from "../diagnostics/diagnostic";
import { diagnosticsOf } from "../diagnostics/failure";
import { FunctionArgumentError, type ProviderFunction } from "../provider-function";
import type { Value } from "../values/value";
import { readValue, writeValue } from "../wire/dynamic-message";
import type { Answer, Handlers, Request } from "./handlers";
import { declared } from "./lookup";
import type { Session } from "./session";

/** Calls provider functions. */
export function functionHandlers<Client>(session: Session<Client>): Handlers {
  return {
    callFunction: async (request): Promise<Answer<"callFunction">> => {
      try {
        const target = declared(session.provider.functions, "function", request.name);
        return { result: writeValue(target.returns, await target.call(argumentsOf(target, request))) };
      } catch (thrown) {
        return { error: functionError(thrown, request.name, session) };
      }
    },
  };
}

function argumentsOf({ parameters, variadic }: ProviderFunction, request: Request<"callFunction">): Value[] {
  return request.arguments.map((message, index) => {
    const parameter = parameters[index] ?? variadic;
    if (!parameter) throw new FunctionArgumentError(index, "The function takes fewer arguments.");
    return readValue(parameter.type, message);
  });
}

function functionError<Client>(thrown: unknown, name: string, session: Session<Client>) {
  if (thrown instanceof FunctionArgumentError)
    return { text: visible(thrown.message), functionArgument: BigInt(thrown.index) };
  if (thrown instanceof DiagnosticError) return { text: visible(thrown.message) };
  const [diagnostic] = diagnosticsOf(thrown, `call of ${name}`, session.log);
  return { text: visible(diagnostic?.detail ?? "The function failed.") };
}
