import { join } from "node:path";
import { blocksOf } from "../../../declaration/configuration-json";
import { isObject } from "../../../declaration/field";
import { compoundShapeOf } from "../../../declaration/shape";
import type { ObjectValue } from "../../../plugin";
import type { Client } from "../../../resources/client";
import { resourceTypes } from "../../../resources/registry";
import type { ResourceType } from "../../../resources/resource-type";
import { isTooNew, newerParts, type ProvenVersions, provenVersions } from "../../../resources/server-versions";
import type { Stack } from "../../project/find-stacks";
import { readJsonFile } from "../../project/read-file";
import { type CheckResult, resultsOf } from "./own-checks";

const CHECK = "server-version";

/** Reports the version that the server's features prove, and the declared attributes that require a newer one. */
export async function checkVersions(
  subject: string,
  client: Client,
  stacks: readonly Stack[],
): Promise<readonly CheckResult[]> {
  const proven = await provenVersions(client);
  const { ok, skipped } = resultsOf(CHECK, subject);
  const { atLeast, before } = proven;
  const bounds = [...(atLeast ? [`at least ${atLeast}`] : []), ...(before ? [`older than ${before}`] : [])];
  const server =
    bounds.length > 0
      ? ok(`By its features, the version is ${bounds.join(" and ")}.`)
      : skipped("The features of the server do not show its version.");
  return [server, ...stacks.flatMap((stack) => stackFinding(stack, proven) ?? [])];
}

/** Checks a synthesized stack. The attributes of other configurations are known only in their plans. */
function stackFinding({ name, folder }: Stack, proven: ProvenVersions): CheckResult | undefined {
  const { ok, warning, failed } = resultsOf(CHECK, name);
  const parts = declaredParts(folder);
  const lacking = parts.filter(({ part }) => isTooNew(part, proven));
  const uncertain = parts.filter(({ part }) => (proven.atLeast ?? "") < part.since);
  if (lacking.length > 0) {
    return failed(`The server does not support ${listed(lacking)}.`, "Update the server, or leave them out.");
  }
  if (uncertain.length > 0) {
    return warning(
      `The features of the server do not prove that it supports ${listed(uncertain)}.`,
      "Check the version of the server. A plan and an apply report attributes that it does not support.",
    );
  }
  return parts.length > 0 ? ok("The server supports all declared attributes that require a newer version.") : undefined;
}

function declaredParts(folder: string) {
  const json = readJsonFile(join(folder, "cdk.tf.json"));
  const types: readonly ResourceType[] = isObject(json) ? resourceTypes : [];
  return types.flatMap(({ type, declaration }) =>
    blocksOf((json as ObjectValue).resource, type).flatMap(([name, block]) => {
      const shape = declaration && compoundShapeOf(declaration());
      const parts = shape ? newerParts(shape, block as ObjectValue) : [];
      return parts.map((part) => ({ address: `${type}.${name}`, part }));
    }),
  );
}

const listed = (parts: ReturnType<typeof declaredParts>): string =>
  parts.map(({ address, part }) => `${address}: ${part.text} (since ${part.since})`).join(", ");
