import type { ClientPart } from "../../client/collections/api-client";
import type { CallOptions } from "../../client/collections/collection";
import type { DeployedResource, Deployments } from "../../client/collections/deployments";
import type { JsonObject, JsonValue } from "../../client/json";
import { FULL } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 5. Times are epoch milliseconds. */
export interface ChartQuery extends JsonObject {
  readonly startTime: number;
  readonly endTime: number;
  readonly granularity?: string;
  readonly seriesReturnType?: "column" | "ratio";
  readonly series: readonly JsonObject[];
}

/** Numbers that the server sends as text are converted where a double can represent them exactly. */
export interface ChartRow {
  /** Start of the bucket: epoch milliseconds, or text for `column`. Absent without a bucket. */
  readonly bucket?: number | string;
  /** Values of the group-by columns, in order; empty without grouping and for `column`. */
  readonly group: readonly JsonValue[];
  /** Value by series index; a series without a value in this row is missing. Text where a number would lose digits. */
  readonly values: ReadonlyMap<number, number | string | null>;
  /** The row as sent. */
  readonly raw: JsonObject;
}

/** Only the open-source server returns chart queries (docs/internals/api-behavior.md 2.1). */
const CHARTS: DeployedResource = {
  plural: "chart queries",
  scope: "observability",
  capabilities: { open_source: FULL },
};

const SERIES_FIELD = /^series_(\d+)(?:\.data)?$/;
const NUMBER_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Chart queries (docs/internals/api-behavior.md 5). A query is a POST that only reads, so it may be repeated. */
export class Charts {
  constructor(private readonly deployments: Deployments) {}

  /** A 500 contains the message of the database and is not retried: the query would fail again. */
  async querySeries(query: ChartQuery, options?: CallOptions): Promise<readonly ChartRow[]> {
    const rows = await this.deployments.query(CHARTS, ["charts", "series"], query, { ...options, faultIsFinal: true });
    return rows.map(decodeRow);
  }
}

export const charts: ClientPart<Charts> = {
  open: (deployments) => new Charts(deployments),
};

function decodeRow(raw: JsonObject): ChartRow {
  const values = new Map<number, number | string | null>();
  for (const [field, value] of Object.entries(raw)) {
    const index = SERIES_FIELD.exec(field)?.[1];
    if (index !== undefined) {
      values.set(Number(index), decodeNumber(value));
    }
  }
  const bucket = raw.ts_bucket ?? raw.__hdx_time_bucket;
  return {
    ...((typeof bucket === "number" || typeof bucket === "string") && { bucket }),
    group: Array.isArray(raw.group) ? raw.group : [],
    values,
    raw,
  };
}

/** The server sends 64-bit integers as text. One that a double cannot represent exactly stays text. */
function decodeNumber(value: JsonValue | undefined): number | string | null {
  if (typeof value === "number") {
    return value;
  }
  if (typeof value !== "string") {
    return null;
  }
  if (!NUMBER_TEXT.test(value)) {
    return value;
  }
  const number = Number(value);
  return /^-?\d+$/.test(value) && !Number.isSafeInteger(number) ? value : number;
}
