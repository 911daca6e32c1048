import type { Diagnostic, ObjectValue, Resource } from "../../src/plugin";

/** Validates a configuration. Random conditions are rarely valid, so warnings about their syntax are left out. */
export async function problemsOf(
  resource: Pick<Resource, "validate">,
  config: ObjectValue,
): Promise<readonly Diagnostic[]> {
  const found = (await resource.validate?.({ config })) ?? [];
  return found.filter(({ summary }) => !/^(?:Invalid|Unexpected) syntax of /.test(summary));
}
