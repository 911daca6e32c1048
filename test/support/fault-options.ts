import type { Injection } from "./fault-campaign";
import type { Phase } from "./faulted-life";
import { FAULTS } from "./faults";
import type { StackDeployment } from "./mixed-stack";

const { FAULTS_SEED, FAULTS_DEPLOYMENT, FAULTS_LIVES, FAULTS_ONLY, FAULTS_SHRINK } = process.env;

/** Options of `npm run faults` (scripts/faults/main.ts). */
export const faultOptions = {
  seed: Number(FAULTS_SEED ?? 1),
  deployments: (FAULTS_DEPLOYMENT ? [FAULTS_DEPLOYMENT] : ["open_source", "managed"]) as readonly StackDeployment[],
  lives: FAULTS_LIVES ? Number(FAULTS_LIVES) : Number.POSITIVE_INFINITY,
  only: FAULTS_ONLY ? (JSON.parse(FAULTS_ONLY) as readonly string[]).map(injectionOf) : undefined,
  shrink: FAULTS_SHRINK === "1",
};

/** Returns a text such as `destroy delete alerts "Errors": 401`. */
export function injectionText({ phase, place, fault }: Injection): string {
  return `${phase} ${place}: ${fault.name}`;
}

function injectionOf(text: string): Injection {
  const fault = FAULTS.find(({ name }) => text.endsWith(`: ${name}`));
  const [, phase, place] = /^(create|update|destroy) (.+)$/.exec(text) ?? [];
  if (!fault || phase === undefined || place === undefined) {
    throw new Error(`No fault at a request: ${text}`);
  }
  return { phase: phase as Phase, place: place.slice(0, -(fault.name.length + 2)), fault };
}

/** Returns the command that plays injections again. */
export function replayCommand(deployment: StackDeployment, injections: readonly Injection[]): string {
  const only = injections.map((injection) => `--only '${injectionText(injection).replaceAll("'", "'\\''")}'`);
  return `npm run faults -- product --deployment ${deployment} ${only.join(" ")}`;
}
