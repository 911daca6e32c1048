import type { AlertInterval, AlertProps, AlertTarget } from "../alert";
import type { MetaArguments } from "../declared";
import type { SourceReference } from "../tile";
import type { SloDuration } from "./burn-rate";
import type { ServiceLevelProps } from "./service-level";

/** Alert of an objective: its limit, and the props of its alert. */
export type SloAlertProps = Pick<
  AlertProps,
  "name" | "displayName" | "tags" | "message" | "note" | "numConsecutiveWindows"
> & {
  /**
   * Share of the error budget whose consumption in one long window fires the alert, such as 0.02 for 2 %. Not together
   * with `factor`. Default: 0.02, 0.05 and 0.1 for `fast`, `medium` and `slow`.
   */
  readonly budget?: number;
  /**
   * Burn rate that fires the alert: a multiple of the rate that exhausts the budget at the end of the objective's
   * window. Default: computed from `budget`, such as 14.4 for 2 % of 30 days in one hour.
   */
  readonly factor?: number;
  /** Long window. It distinguishes a problem from a spike. Default: `1h`, `6h` and `3d` for `fast`, `medium` and `slow`. */
  readonly long?: SloDuration;
  /** Short window. It ends the alert soon after the problem. Default: a twelfth of `long`. */
  readonly short?: SloDuration;
  /**
   * Interval of the evaluation. Only for alerts in SQL. Default: at most a fifth of the short window, such as `1m` for
   * `fast`.
   */
  readonly every?: AlertInterval;
  /** Receivers of this alert. Default: the receivers of the objective. */
  readonly notify?: readonly AlertTarget[];
};

/** Props of a service level objective. */
export type SloProps = ServiceLevelProps & {
  /** Name of the objective, such as "Checkout responds". It begins the names of the dashboard and the alerts. */
  readonly name: string;
  /** Required share of good events between 0 and 1, such as 0.999 for 99.9 %. */
  readonly objective: number;
  /** Time in which the objective must be met. Default: `30d`. */
  readonly window?: SloDuration;
  /** Source of the events, or its id: `Source.byName(this, "Traces")`. */
  readonly source: SourceReference;
  /** Receivers of the alerts: webhooks, such as `[Webhook.byName(this, "Slack")]`, or channels in the API's form. */
  readonly notify: readonly AlertTarget[];
  /**
   * Alerts by key: changes of `fast`, `medium` and `slow`, and other alerts. `false` removes one:
   * `{ fast: { notify: [pager] }, slow: false }`. Default: 2 % of the budget in 1 hour, 5 % in 6 hours, 10 % in 3 days.
   */
  readonly alerts?: Readonly<Record<string, SloAlertProps | false>>;
  /**
   * Evaluation of the alerts. `sql` compares both windows, with a query that requires counts and sums with conditions in
   * SQL. It counts every measurement of a gauge. `series` compares consecutive short windows, with any aggregate and
   * language. Default: `sql` if the aggregates and conditions allow it and contain no metric, otherwise `series`.
   */
  readonly method?: "sql" | "series";
  /**
   * Minimum number of events in the long window: with fewer the alerts do not fire. Only for alerts in SQL.
   * Default: 1.
   */
  readonly minEvents?: number;
  /** Column or expression of the time in the queries. Only for alerts in SQL. Default: the latest time of the source. */
  readonly timestamp?: string;
  /** Title of the dashboard. Default: `SLO: ` and the name. */
  readonly dashboardName?: string;
  /** Team that is responsible. It is in the note of the alerts and in the tag `owner:TEAM`. Default: none. */
  readonly owner?: string;
  /** Labels of the dashboard. Newer servers copy them to alerts without labels. Default: `["slo"]`. */
  readonly tags?: readonly string[];
  /** Note of the dashboard and of alerts without a note, in Markdown, such as a link to a runbook. Default: none. */
  readonly note?: string;
} & Pick<MetaArguments, "provider">;
