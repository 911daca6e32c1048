import type { DeployedResource, Deployments } from "../../client/deployments";
import { isJsonObject, type JsonObject, type JsonValue } from "../../client/json";
import { unexpectedValue } from "../../client/listing";
import type { ChartQuery, ChartRow } from "../../client/records";
import { FULL } from "../../client/resource-api";
import type { CallOptions, Charts } from "../client";

/** Only the open-source server answers chart queries (docs/internals/api-behavior.md 2.1). */
const CHARTS: DeployedResource = {
  plural: "chart queries",
  home: "observability",
  capabilities: { open_source: FULL },
};

const SERIES_FIELD = /^series_(\d+)(?:\.data)?$/;
const NUMBER_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Chart queries (docs/internals/api-behavior.md 5). A query is a POST that only reads, so it may be repeated. */
export class RemoteCharts implements Charts {
  readonly #deployments: Deployments;

  constructor(deployments: Deployments) {
    this.#deployments = deployments;
  }

  async querySeries(query: ChartQuery, options: CallOptions = {}): Promise<readonly ChartRow[]> {
    const { server, root } = this.#deployments.of(CHARTS, "list");
    const request = {
      method: "POST",
      segments: [...root, "charts", "series"],
      body: query,
      form: "enveloped",
      ...(options.signal !== undefined && { signal: options.signal }),
    } as const;
    const { value } = await server.call(request);
    if (!Array.isArray(value) || !value.every((row) => isJsonObject(row))) {
      throw unexpectedValue(request, "no list of rows where one is due");
    }
    return value.map(decodeRow);
  }
}

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

/** 64-bit integers come as text. One that a number cannot hold exactly stays text rather than lose digits. */
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
