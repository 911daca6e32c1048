import type { ObjectChange, Report, StackReport } from "../../../../src/cli/reports/changes/report-model";

const NASTY = "</details><script>alert(1)</script> @team `x` | & \u0007";

export const dashboardChange: ObjectChange = {
  address: "clickstack_dashboard.checkout",
  type: "clickstack_dashboard",
  noun: "dashboard",
  name: "Checkout",
  action: "update",
  source: { file: "stacks/shop/main.tf", line: 12 },
  risks: [],
  fields: [
    {
      path: ["tiles", "errors", "config", "select", 0, "where"],
      part: "tile errors",
      field: "where",
      before: { kind: "value", value: "level:error" },
      after: { kind: "value", value: "level:fatal" },
    },
    {
      path: ["tiles", "notes", "config", "markdown"],
      part: "tile notes",
      field: "markdown",
      before: { kind: "value", value: `one\n${NASTY}` },
      after: { kind: "value", value: "one\ntwo" },
    },
    {
      path: ["saved_query"],
      field: "saved_query",
      before: { kind: "absent" },
      after: { kind: "value", value: NASTY },
    },
  ],
};

export const alertChange: ObjectChange = {
  address: "clickstack_alert.errors",
  type: "clickstack_alert",
  noun: "alert",
  name: "Too many errors",
  place: "Checkout > tile errors",
  action: "delete",
  risks: [{ rule: "alert-deleted", message: "deleted: it sends no more notifications" }],
  fields: [],
};

const keyChange: ObjectChange = {
  address: 'clickstack_api_key.ci["a"]',
  type: "clickstack_api_key",
  noun: "key",
  name: NASTY,
  action: "update",
  risks: [],
  fields: [{ path: ["key_secret"], field: "key_secret", before: { kind: "sensitive" }, after: { kind: "unknown" } }],
};

export function stackOf(objects: readonly ObjectChange[], rest: Partial<StackReport> = {}): StackReport {
  return {
    name: "shop",
    folder: "stacks/shop",
    managed: [...objects.map(({ address }) => address), "clickstack_dashboard.still"],
    objects,
    outputs: [],
    diagnostics: [],
    failed: false,
    reviewed: [{ name: "output url", content: { actions: ["create"], after: "https://example.com" } }],
    ...rest,
  };
}

export function sampleReport(command: Report["command"]): Report {
  return {
    command,
    stacks: [
      stackOf([alertChange, dashboardChange, keyChange]),
      stackOf([], {
        name: "broken",
        folder: "stacks/broken",
        failed: true,
        diagnostics: [
          {
            severity: "error",
            summary: "No <b>credentials</b>",
            detail: "Set them.\nThen try again.",
            position: "main.tf:3",
          },
        ],
      }),
    ],
    unmanaged: [{ type: "clickstack_dashboard", noun: "dashboard", id: "6b01", name: "By hand" }],
    shared: [],
    problems: [],
  };
}
