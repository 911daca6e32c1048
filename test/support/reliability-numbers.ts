import { FAULTS, SILENCES } from "./faults";
import { MODES } from "./kills";
import { mixedStack, type StackDeployment } from "./mixed-stack";
import { collectionsOf } from "./plain-objects";

const DEPLOYMENTS: readonly StackDeployment[] = ["open_source", "managed"];

/** Returns the part of docs/guides/reliability.md with the extent of the tests, from the values that the tests use. */
export function reliabilityNumbers(): string {
  const objects = DEPLOYMENTS.map(objectsOfStack);
  const writes = sumOf((deployment) => collectionsOf(deployment).length * 3 * FAULTS.length);
  return [
    `| Subject | Number |`,
    `|---|---|`,
    `| faults of one request | ${FAULTS.length}, and ${SILENCES.length} of silence |`,
    `| resource types whose creates, updates and deletes are tested with each fault in \`npm test\` | ${collectionsOf("open_source").length} in the open-source deployment, ${collectionsOf("managed").length} in the managed one: ${writes} injections |`,
    `| objects in the stack that is tested with faults and kills | ${objects.join(" in the open-source deployment, ")} in the managed one |`,
    `| ways to end a run during writes | ${MODES.length}: ${MODES.join(", ")} |`,
    "",
    "The faults of a request:",
    "",
    ...FAULTS.map(({ name }) => `- ${name}`),
    ...SILENCES.map(({ name }) => `- ${name}`),
  ].join("\n");
}

function objectsOfStack(deployment: StackDeployment): number {
  return mixedStack(deployment, 1, { adoptedId: "" }).match(/^resource "/gm)?.length ?? 0;
}

function sumOf(count: (deployment: StackDeployment) => number): number {
  return DEPLOYMENTS.reduce((total, deployment) => total + count(deployment), 0);
}
