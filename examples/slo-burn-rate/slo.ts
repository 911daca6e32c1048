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
} from "cdk-clickstack";
import { Construct } from "constructs";

/** How fast the error budget of 30 days may burn, looked at over a long and a short window. */
export interface BurnRate {
  /** How often the budget of the window is used up. 1 uses up the budget in just 30 days. */
  readonly times: number;
  /** The window that tells a real problem from a spike, in minutes. */
  readonly longMinutes: number;
  /** The window that ends the alert soon after the problem has ended, in minutes. */
  readonly shortMinutes: number;
  /** How often it is evaluated. */
  readonly every: AlertInterval;
}

/** Uses up 2 % of the budget in an hour: somebody has to get up. */
export const FAST: BurnRate = { times: 14.4, longMinutes: 60, shortMinutes: 5, every: "1m" };

/** Uses up 5 % of the budget in six hours: somebody has to look at it today. */
export const SLOW: BurnRate = { times: 6, longMinutes: 360, shortMinutes: 30, every: "5m" };

export interface SloProps {
  /** What is promised, such as "Checkout answers". */
  readonly title: string;
  /** The share of good requests that is promised, such as 0.999. */
  readonly objective: number;
  /** The spans that count, in SQL. */
  readonly requests: string;
  /** Those of them that break the promise, in SQL. */
  readonly bad: string;
  readonly traces: ExistingSource;
  /** Who gets up. */
  readonly page: readonly AlertTarget[];
  /** Where a ticket is made. */
  readonly ticket: readonly AlertTarget[];
}

/** A service level objective: its budget on a dashboard, and alerts on the rate at which it burns. */
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
        markdown: `## ${title}\n**${percent} %** of the requests of 30 days, which are \`${requests}\`.`,
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
      message: `Over the last ${longMinutes} minutes the budget burned at ${times} times the rate that it lasts for, and it still does.`,
      on,
      when: atLeast(times),
      every,
      notify,
    });
  }

  /** Both windows have to burn: a query of its own, because an alert looks at one value. */
  #burnRateOf({ longMinutes, shortMinutes }: BurnRate): string {
    return `least(${this.#burnRate(longMinutes)}, ${this.#burnRate(shortMinutes)})`;
  }

  /** The share of bad requests, as a multiple of the share that is allowed. */
  #burnRate(minutes: number): string {
    const { objective, bad } = this.#props;
    const recent = `Timestamp >= now() - INTERVAL ${minutes} MINUTE`;
    const budget = Number((1 - objective).toFixed(6));
    return `countIf(${recent} AND (${bad})) / greatest(countIf(${recent}), 1) / ${budget}`;
  }

  /** The source says which connection and table to query, in either deployment. */
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
