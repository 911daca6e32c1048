import {
  Alert,
  type AlertInterval,
  type AlertTarget,
  atLeast,
  count,
  Dashboard,
  type ExistingSource,
  type TileReference,
  tile,
} from "cdk-clickstack/cdktn";
import { Construct } from "constructs";

/** Limit for the consumption of the error budget of 30 days, in a long and a short window. */
export interface BurnRate {
  /** Multiple of the rate that consumes the budget in exactly 30 days. */
  readonly times: number;
  /** Long window in minutes. It distinguishes a problem from a spike. */
  readonly longMinutes: number;
  /** Short window in minutes. It ends the alert soon after the problem. */
  readonly shortMinutes: number;
  /** Interval of the evaluation. */
  readonly every: AlertInterval;
}

/** Consumes 2 % of the budget in an hour, which requires immediate action. */
export const FAST: BurnRate = { times: 14.4, longMinutes: 60, shortMinutes: 5, every: "1m" };

/** Consumes 5 % of the budget in six hours, which requires action on the same day. */
export const SLOW: BurnRate = { times: 6, longMinutes: 360, shortMinutes: 30, every: "5m" };

export interface SloProps {
  /** Title of the objective, such as "Checkout responds". */
  readonly title: string;
  /** Required share of good requests, such as 0.999. */
  readonly objective: number;
  /** SQL condition of the spans that count as requests. */
  readonly requests: string;
  /** SQL condition of the bad requests. */
  readonly bad: string;
  readonly traces: ExistingSource;
  /** Receivers of the fast alert. */
  readonly page: readonly AlertTarget[];
  /** Receivers of the slow alert. */
  readonly ticket: readonly AlertTarget[];
}

/** A service level objective: a dashboard with its budget, and two alerts on the burn rate. */
export class Slo extends Construct {
  readonly dashboard: Dashboard;
  readonly #props: SloProps;

  constructor(scope: Construct, id: string, props: SloProps) {
    super(scope, id);
    this.#props = props;
    const { title, objective, requests, bad, traces, page, ticket } = props;
    this.dashboard = new Dashboard(this, "dashboard", { name: `SLO: ${title}`, tags: ["slo"] });

    const percent = Number((objective * 100).toFixed(4));
    this.dashboard.addTile(
      "promise",
      tile.markdown({
        markdown: `## ${title}\n**${percent} %** of the requests in 30 days must be good. Requests: \`${requests}\`.`,
      }),
    );
    const { fast_burn, slow_burn } = this.dashboard.addRow(
      { height: 4 },
      {
        budget_left: this.#number("Budget left, share of 30 days", `1 - ${this.#burnRate(30 * 24 * 60)}`),
        fast_burn: this.#number("Fast burn rate", this.#burnRateOf(FAST)),
        slow_burn: this.#number("Slow burn rate", this.#burnRateOf(SLOW)),
      },
    );
    const language = { whereLanguage: "sql" } as const;
    this.dashboard.addTile(
      "bad_share",
      tile.line({
        name: "Share of bad requests",
        source: traces,
        select: [
          count({ where: `(${requests}) AND (${bad})`, alias: "bad", ...language }),
          count({ where: requests, alias: "all", ...language }),
        ],
        asRatio: true,
        numberFormat: { output: "percent", mantissa: 3 },
        w: 24,
      }),
    );

    this.#alert("fast", fast_burn, FAST, page);
    this.#alert("slow", slow_burn, SLOW, ticket);
  }

  #alert(
    speed: string,
    on: TileReference<"number">,
    { times, every, longMinutes }: BurnRate,
    notify: readonly AlertTarget[],
  ) {
    const { title } = this.#props;
    new Alert(this, `${speed}-burn`, {
      name: `${title}: the error budget burns ${speed}`,
      message: `The burn rate of the last ${longMinutes} minutes is at least ${times} times the allowed rate, and remains high.`,
      on,
      when: atLeast(times),
      every,
      notify,
    });
  }

  /** Returns the lower burn rate of the two windows. An alert watches one value, so one query computes both. */
  #burnRateOf({ longMinutes, shortMinutes }: BurnRate): string {
    return `least(${this.#burnRate(longMinutes)}, ${this.#burnRate(shortMinutes)})`;
  }

  /** Returns the share of bad requests as a multiple of the allowed share. */
  #burnRate(minutes: number): string {
    const { objective, bad } = this.#props;
    const recent = `Timestamp >= now() - INTERVAL ${minutes} MINUTE`;
    const budget = Number((1 - objective).toFixed(6));
    return `countIf(${recent} AND (${bad})) / greatest(countIf(${recent}), 1) / ${budget}`;
  }

  /** Creates a number tile. The source provides the connection and table in either deployment. */
  #number(name: string, expression: string) {
    const { traces, requests } = this.#props;
    const { connectionId, databaseName, tableName } = traces.observed;
    return tile.sql.number({
      name,
      connection: connectionId,
      source: traces,
      sqlTemplate: [
        `SELECT ${expression}`,
        `FROM ${databaseName}.${tableName}`,
        `WHERE Timestamp >= now() - INTERVAL 30 DAY AND (${requests})`,
      ].join("\n"),
      numberFormat: { output: "number", mantissa: 2 },
    });
  }
}
