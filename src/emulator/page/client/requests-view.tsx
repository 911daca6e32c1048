import { useState } from "preact/hooks";
import { clearRequests, type ShownRequest, type ViewProps } from "./server";
import { Table } from "./table";
import type { Knowledge } from "./use-emulator";

/** More rows make the page slow. */
const MAX_ROWS = 200;

const FILTERS = {
  all: () => true,
  writes: ({ method }: ShownRequest) => method !== "GET",
  errors: ({ status }: ShownRequest) => status === null || status >= 400,
} as const;

type Props = Pick<ViewProps, "done"> & Pick<Knowledge, "requests">;

export function RequestsView({ requests, done }: Props) {
  const [filter, setFilter] = useState<keyof typeof FILTERS>("all");
  const fitting = requests.filter(FILTERS[filter]);
  const clear = async () => {
    await clearRequests();
    await done("Cleared the request log.");
  };
  return (
    <>
      <div class="toolbar">
        <label for="filter">Show</label>
        <select
          id="filter"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as keyof typeof FILTERS)}
        >
          <option value="all">all requests</option>
          <option value="writes">writes</option>
          <option value="errors">errors</option>
        </select>
        <span>
          {fitting.length} of {requests.length}
          {fitting.length > MAX_ROWS && `, the last ${MAX_ROWS} shown`}
        </span>
        <button type="button" onClick={() => void clear()}>
          Clear
        </button>
      </div>
      <Table
        caption="API requests, latest first"
        rows={fitting.slice(-MAX_ROWS).reverse()}
        columns={{
          "No.": ({ number }) => number,
          Time: ({ at }) => new Date(at).toLocaleTimeString(),
          Deployment: ({ deployment }) => (deployment === "openSource" ? "open source" : deployment),
          Request: ({ method, path }) => (
            <code>
              <b>{method}</b> {path}
            </code>
          ),
          Status: (each) => (
            <span class={FILTERS.errors(each) ? "bad" : undefined}>{each.status ?? "no response"}</span>
          ),
        }}
        isLog
        empty="No requests."
      />
    </>
  );
}
