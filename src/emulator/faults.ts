import { z } from "zod/v3";

const when = z.enum(["before", "after"]);

/**
 * A fault for one request, or for `times` requests, selected by number, by method and path, or by both. Without a
 * selection it applies to the next request.
 */
export const faultSpec = z
  .object({
    request: z.number().int().positive().optional(),
    method: z.string().optional(),
    path: z.string().optional(),
    times: z.number().int().positive().optional(),
    status: z.number().int().min(400).max(599).optional(),
    when: when.optional(),
    html: z.number().int().min(400).max(599).optional(),
    cut: when.optional(),
    hold: when.optional(),
    drop: z.array(z.string().min(1)).min(1).optional(),
    headers: z.record(z.string()).optional(),
    message: z.string().optional(),
  })
  .strict()
  .refine(
    ({ status, html, cut, hold, drop }) =>
      [status, html, cut, hold, drop].filter((one) => one !== undefined).length === 1,
    { message: "Give exactly one of status, html, cut, hold and drop" },
  );

/**
 * - `request`: number of the API request since the start or the last reset of the request log.
 * - `method`, `path`: method and path of the request. `*` in the path matches any text.
 * - `times`: number of requests with the fault. Default 1.
 * - `status`: the response has this status, in the words of the deployment.
 * - `html`: the response has this status and an HTML page, as from a proxy.
 * - `cut`: the connection closes without a response.
 * - `hold`: the connection stays open without a response until the client closes it.
 * - `drop`: the server ignores these fields of the request body, such as `groupBy` or `tiles.0.config.where`, and
 * stores the others.
 * - `when` (for status and html): before the request is handled (default) or after it, so that a write is stored. `cut`
 * and `hold` have the same values.
 * - `headers`, `message`: sent with the response. The message is part of a JSON body.
 */
export type FaultSpec = z.infer<typeof faultSpec>;

/** The remaining faults. */
export class FaultBook {
  private open: FaultSpec[];
  private waiting: ((request: number) => void)[] = [];

  constructor(faults: readonly FaultSpec[]) {
    this.open = faults.map((fault) => faultSpec.parse(fault));
  }

  add(fault: FaultSpec): void {
    this.open.push(faultSpec.parse(fault));
  }

  clear(): void {
    this.open = [];
  }

  nextHeld(): Promise<number> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  noteHeld(request: number): void {
    for (const resolve of this.waiting.splice(0)) {
      resolve(request);
    }
  }

  /** Returns the first fault that matches a request, and uses it once. */
  take(request: number, method: string, path: string): FaultSpec | undefined {
    const index = this.open.findIndex((fault) => matchesRequest(fault, request, method, path));
    const found = this.open[index];
    const left = (found?.times ?? 1) - 1;
    if (found) {
      this.open.splice(index, 1, ...(left > 0 ? [{ ...found, times: left }] : []));
    }
    return found;
  }
}

function matchesRequest(fault: FaultSpec, request: number, method: string, path: string): boolean {
  return (
    (fault.request ?? request) === request &&
    (fault.method ?? method).toUpperCase() === method &&
    (fault.path === undefined || pattern(fault.path).test(path))
  );
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);
