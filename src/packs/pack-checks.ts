import { Token } from "../constructs/framework";
import {
  type Check,
  type Checks,
  canBe,
  ifGiven,
  isFilledText,
  isReference,
  mustBe,
  mustHaveChanges,
  mustHaveProps,
  sourceForm,
} from "../constructs/prop-checks";
import type { PropForm } from "../constructs/prop-forms";
import { RECEIVERS } from "../constructs/receivers";
import type { PackAlertProps, PackObjective } from "./pack-props";

/** Returns checks of optional texts. Empty ones often come from unset environment variables. */
export function texts<K extends string>(...names: readonly K[]) {
  const check = canBe({ expected: "a text that is not empty, or undefined", fits: isFilledText });
  return Object.fromEntries(names.map((name) => [name, check])) as Record<K, Check>;
}

/** Returns the check of an optional number. A value that only Terraform knows is valid. */
export function number(expected: string, isInRange: (value: number) => boolean): Check {
  const fits = (value: unknown) => Token.isUnresolved(value) || (Number.isFinite(value) && isInRange(Number(value)));
  return canBe({ expected, fits });
}

/** Check of `slo.maxMs`. */
export const MAX_MS = number("a number above 0", (value) => value > 0);

const TILE: PropForm = {
  expected: "a tile such as tile.line({ ... }), or false",
  fits: (value) => value instanceof Object && "config" in value,
};

const LINK: PropForm = {
  expected: "a dashboard, its id, or { name }",
  fits: (value) => isReference(value) || (value instanceof Object && "name" in value && isFilledText(value.name)),
};

const ALERT_CHECKS: Checks<PackAlertProps> = {
  ...{ name: undefined, message: undefined, note: undefined, tags: undefined, every: undefined },
  ...{ numConsecutiveWindows: undefined, notify: canBe(RECEIVERS) },
  // No watched value is negative.
  threshold: number("a number, and at least 0", (value) => value >= 0),
};

const ALERT = mustHaveProps("An alert of a pack", "an object such as { threshold: 300 }, or false", ALERT_CHECKS);

/**
 * Returns the checks of the props that all packs have.
 * @param link name of the prop in `links`
 */
export function packChecks(link: string) {
  return {
    ...{ ...texts("name", "environment", "runbook"), tags: undefined, provider: undefined },
    ...{ notify: mustBe(RECEIVERS), tiles: ifGiven(mustHaveChanges(mustBe(TILE))) },
    alerts: ifGiven(mustHaveChanges(ALERT)),
    links: ifGiven(mustHaveProps("The pack", `an object such as { ${link}: dashboard }`, { [link]: canBe(LINK) })),
  };
}

/** Returns the checks of the props that all packs of spans have. */
export function spanChecks(link: string) {
  return { ...packChecks(link), traces: mustBe(sourceForm("Traces")), slo: objective({ maxMs: MAX_MS }) };
}

/** `Slo` checks the values of these props. */
const OBJECTIVE_CHECKS: Checks<Omit<PackObjective, "maxMs">> = {
  ...{ objective: undefined, window: undefined, minEvents: undefined, owner: undefined },
  alerts: ifGiven(mustHaveChanges(() => [])),
};

/** Returns the check of an objective with more props than those of all packs. */
export function objective(more: Checks): Check {
  const checks = { ...OBJECTIVE_CHECKS, ...more };
  return ifGiven(mustHaveProps("The objective of a pack", "an object such as { objective: 0.999 }", checks));
}
