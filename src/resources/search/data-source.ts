import type { JsonObject, JsonValue } from "../../client";
import { withServerDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { secondsOf, toUtc } from "../../declaration/value-types";
import type { DataSource } from "../../plugin";
import { createLookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { locateInBody, objectToTerraform } from "../shared/terraform-form";
import { events } from "./api";
import { eventSearch, type SearchDeclaration } from "./declaration";

const SEARCH = objectShapeOf(eventSearch);

/** The events that match a condition, or their number; open source only (docs/internals/api-behavior.md 3.15). */
export const searchDataSource: DataSource<Session> = createLookUp(
  SEARCH,
  "The events of a source that match a condition, searched again in every plan. Open-source deployment only.",
  async (declared, { session, signal }) => {
    const query = withServerDefaults(SEARCH, declared) as SearchDeclaration;
    const found = await reportFailure(
      "search for events",
      () => session.client.collection(events).search(bodyOf(query), { signal }),
      locateInBody(SEARCH),
    );
    const rows = query.select === undefined ? undefined : found.map(eventOf);
    return { state: objectToTerraform(SEARCH, { ...query, eventCount: found.length, ...(rows && { events: rows }) }) };
  },
);

function bodyOf({ within, startTime, endTime, ...query }: SearchDeclaration) {
  const { eventCount: _, events: __, ...asked } = query;
  const start = startTime ?? (within === undefined ? undefined : startOf(within, endTime));
  return {
    ...asked,
    ...(start !== undefined && { startTime: toUtc(start) }),
    ...(endTime !== undefined && { endTime: toUtc(endTime) }),
  };
}

function startOf(within: string, endTime: string | undefined): string {
  const end = endTime === undefined ? Date.now() : Date.parse(endTime);
  return new Date(end - secondsOf(within) * 1000).toISOString();
}

function eventOf(event: JsonObject): Record<string, string> {
  const columns = Object.entries(event).filter(([, value]) => value !== null);
  return Object.fromEntries(columns.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
