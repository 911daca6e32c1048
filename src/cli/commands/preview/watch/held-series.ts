import { ApiError, ClientError, resolveSettings } from "../../../../client";
import { abandonable } from "../../../../client/waiting";
import type { ChartQuery, ChartRow } from "../../../../resources/chart-series/api";
import { type Client, createClient } from "../../../../resources/client";
import { withSourceIds } from "../../../project/contents/contents";
import type { Reading } from "../../../project/contents/read-contents";
import { USER_AGENT } from "../../../server/open-client";
import { type OpenedCharts, openCharts } from "../../../server/series/open-charts";
import type { SeriesCharts, TimeRange } from "../../../server/series/query-series";
import { DatabaseUnreachableError, QueryRefusedError } from "../../../server/series/series-errors";
import { SET_DATABASE } from "../../../server/series/server-charts";
import { type PreviewResult, withSeries } from "../preview";

/** Rows of a query, or the server's refusal. */
type Answer = { readonly rows: readonly ChartRow[] } | { readonly refusal: unknown };

/**
 * Series of the server. Each query is sent once: the time range stays the same, so the response to an unchanged tile
 * stays the same.
 */
export class HeldSeries {
  /** Answers, or requests without a response so far, which equal queries share. */
  readonly #answers = new Map<string, Answer | Promise<Answer>>();
  readonly #client: Client;
  readonly #range: TimeRange;
  readonly #opened: OpenedCharts;
  #knowsSources = false;
  #asked = 0;

  constructor(client: Client, opened: OpenedCharts, last: number) {
    this.#client = client;
    this.#opened = opened;
    const end = Date.now();
    this.#range = { start: end - last, end };
  }

  /** Describes the server and the time range; one sentence. */
  get origin(): string {
    const [from, to] = [this.#range.start, this.#range.end].map((time) =>
      new Date(time).toISOString().slice(0, 16).replace("T", " "),
    );
    return `Series of ${from} to ${to} UTC from ${this.#opened.origin}.`;
  }

  /** Returns the number of queries that were sent since the last call. */
  takeAsked(): number {
    const asked = this.#asked;
    this.#asked = 0;
    return asked;
  }

  /**
   * Replaces references to sources by their ids, as far as the server's sources were read.
   * @param stop ends the wait for the server; later calls use its response
   */
  async withIds(readings: readonly Reading[], stop?: AbortSignal): Promise<readonly Reading[]> {
    if (stop === undefined && !this.#knowsSources) {
      return readings;
    }
    const resolve = async (reading: Reading): Promise<Reading> => ({
      ...reading,
      after: await withSourceIds(reading.after, this.#client),
    });
    const resolved = await abandonable(Promise.all(readings.map(resolve)), stop);
    this.#knowsSources = true;
    return resolved;
  }

  /** Draws the series that were read before. `isComplete` is false if the server must be asked for others. */
  async withHeld(result: PreviewResult): Promise<PreviewResult & { readonly isComplete: boolean }> {
    let isComplete = this.#knowsSources;
    const held: SeriesCharts = {
      querySeries: async (query) => {
        const answer = this.#answers.get(keyOf(query));
        if (answer === undefined || answer instanceof Promise) {
          isComplete = false;
          throw new QueryRefusedError("Its series are being read.");
        }
        return rowsIn(answer);
      },
    };
    const drawn = await withSeries(result, held, this.#range, problemOf);
    return { ...drawn, isComplete };
  }

  /**
   * Draws all series. Asks the server for those that were not read before.
   * @param stop ends the wait for the server; later calls use its responses
   */
  withAll(result: PreviewResult, stop: AbortSignal): Promise<PreviewResult> {
    const charts: SeriesCharts = { querySeries: async (query) => rowsIn(await this.#answerTo(query)) };
    return abandonable(withSeries(result, charts, this.#range, problemOf), stop);
  }

  async close(): Promise<void> {
    await Promise.all([this.#opened[Symbol.asyncDispose](), this.#client.close()]);
  }

  #answerTo(query: ChartQuery): Answer | Promise<Answer> {
    const answer = this.#answers.get(keyOf(query)) ?? this.#ask(query);
    this.#answers.set(keyOf(query), answer);
    return answer;
  }

  async #ask(query: ChartQuery): Promise<Answer> {
    this.#asked += 1;
    const answer = await this.#opened.charts.querySeries(query).then(
      (rows) => ({ rows }),
      (refusal: unknown) => ({ refusal }),
    );
    if ("rows" in answer || answer.refusal instanceof ApiError || answer.refusal instanceof QueryRefusedError) {
      this.#answers.set(keyOf(query), answer);
    } else {
      // A failed connection is not an answer, so the next draw asks again.
      this.#answers.delete(keyOf(query));
    }
    return answer;
  }
}

function keyOf(query: ChartQuery): string {
  return JSON.stringify(query);
}

function rowsIn(answer: Answer): readonly ChartRow[] {
  if ("rows" in answer) {
    return answer.rows;
  }
  throw answer.refusal;
}

function problemOf(error: unknown): string {
  if (error instanceof ClientError || error instanceof DatabaseUnreachableError || error instanceof QueryRefusedError) {
    return error.message;
  }
  throw error;
}

/**
 * Opens the series of the server that the environment names, or returns the reason why tiles are drawn without data.
 * @param last length of the time range in milliseconds
 */
export function openSeries(last: number): HeldSeries | string {
  const resolved = resolveSettings({}, process.env);
  if (!resolved.ok) {
    const [problem] = resolved.problems;
    return `Tiles are drawn without data: ${problem?.summary ?? "no server"}. Fix: Set CLICKSTACK_ENDPOINT and CLICKSTACK_API_KEY to read series from an open-source server.`;
  }
  const client = createClient({ ...resolved.settings, userAgent: USER_AGENT });
  const opened = openCharts(client, resolved.settings.openSource?.endpoint);
  if (client.observability === undefined || opened === undefined) {
    return `Tiles are drawn without data. A managed deployment returns no chart series. Fix: ${SET_DATABASE}.`;
  }
  return new HeldSeries(client, opened, last);
}
