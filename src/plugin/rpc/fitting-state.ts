import { pathText } from "../diagnostics/attribute-path";
import { type Diagnostic, problem } from "../diagnostics/diagnostic";
import type { Type } from "../types/type";
import type { ObjectValue } from "../values/value";
import { writeValue } from "../wire/dynamic-message";
import { ValueError } from "../wire/value-error";

/**
 * The message of a state that a write brought about. Attributes that do not fit the schema are left out and named in diagnostics:
 * what exists now must not be lost because of them.
 */
export function fittingState(
  type: Type,
  state: ObjectValue,
): { message: { msgpack: Uint8Array }; diagnostics: Diagnostic[] } {
  try {
    return { message: writeValue(type, state), diagnostics: [] };
  } catch (thrown) {
    const [attribute] = thrown instanceof ValueError ? thrown.path : [];
    if (!(thrown instanceof ValueError) || typeof attribute !== "string") throw thrown;
    const { [attribute]: _, ...rest } = state;
    const detail = `The value of ${pathText(thrown.path)} does not fit the schema: ${thrown.message}. It was left out. This is a defect of the provider.`;
    const { message, diagnostics } = fittingState(type, rest);
    return {
      message,
      diagnostics: [problem("The provider returned an unusable value", detail, thrown.path), ...diagnostics],
    };
  }
}
