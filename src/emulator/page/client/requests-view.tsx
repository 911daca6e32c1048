import { useState } from "preact/hooks";
import { clearRequests, type ShownRequest, type ViewProps } from "./server";
import { Table } from "./table";

/** More rows make the page slow. */
const MAX_ROWS = 200;

const FILTERS = {
  all: () => true,
  writes: ({ method }: ShownRequest) => method !== "GET",
  errors: ({ status }: ShownRequest) => status === null || status >= 400,
} as const;

interface Props extends Pick<ViewProps, "done"> {
  readonly requests: readonly ShownRequest[];
}

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
      {fitting.length === 0 ? <p class="empty">No requests.</p> : <Log requests={fitting.slice(-MAX_ROWS).reverse()} />}
    </>
  );
}

function Log({ requests }: { readonly requests: readonly ShownRequest[] }) {
  return (
    <Table
      caption="API requests, latest first"
      columns={["No.", "Time", "Deployment", "Request", "Status"]}
      class="log"
    >
      {requests.map(({ number, at, deployment, method, path, status }) => (
        <tr key={number}>
          <td data-label="No.">{number}</td>
          <td data-label="Time">{new Date(at).toLocaleTimeString()}</td>
          <td data-label="Deployment">{deployment === "openSource" ? "open source" : deployment}</td>
          <td data-label="Request">
            <code>
              <b>{method}</b> {path}
            </code>
          </td>
          <td data-label="Status" class={status === null || status >= 400 ? "bad" : undefined}>
            {status ?? "no response"}
          </td>
        </tr>
      ))}
    </Table>
  );
}
