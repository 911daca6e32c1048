import { numberText } from "../../../../drawing";
import { scheduleOf } from "../../../../evaluation/schedule";
import { watchedBy } from "../charts";
import { lintRule } from "../lint-rule";
import { ALERT_TYPE, describeObject } from "../linted-objects";

const HOUR_MS = 3_600_000;

/** The server reads a shifted window in two parts (docs/internals/api-behavior.md 3.16). */
export const shiftedWindowRule = lintRule({
  id: "shifted-window",
  severity: "warn",
  description:
    "The schedule of an alert shifts its windows, so the server compares two parts of each window separately, or finds no events.",
  fix: "Remove `schedule`, or begin at a multiple of the interval, such as a full hour for an interval of 1h.",
  limits: "The rule skips charts in SQL, which have one value for each window, and schedules that an expression sets.",
  types: [ALERT_TYPE],
  checkObject: (alert) => {
    const windows = scheduleOf(alert.fields);
    if (!windows || windows.phase === 0 || watchedBy(alert).config?.configType === "sql") {
      return undefined;
    }
    const { length, phase } = windows;
    const shift = numberText(phase / 1000, { output: "duration" }, "exact");
    const effect =
      length > HOUR_MS && phase >= HOUR_MS
        ? "the server finds no events in them"
        : "the server compares two parts of each window separately";
    return `The schedule of the ${describeObject(alert)} shifts its windows by ${shift}: ${effect}.`;
  },
});
