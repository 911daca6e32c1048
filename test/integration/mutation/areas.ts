/** A part of the code whose tests are checked: for every small change of the code, a test must fail. */
export interface MutationArea {
  readonly name: string;
  /** The files that are changed. */
  readonly mutate: readonly string[];
  /** The tests that must detect the changes: files below `test/` without `.test.ts`, or folders. */
  readonly tests: readonly string[];
}

/** The parts in which a defect causes the most damage, with their code and their tests. */
export const areas: readonly MutationArea[] = [
  {
    name: "semantic-equality",
    mutate: ["src/declaration/semantic-equality.ts"],
    tests: ["declaration/semantic-equality", "resources/attributes"],
  },
  {
    name: "rate-limit",
    mutate: [
      "src/client/limits/rate-limit*.ts",
      "src/client/limits/contention.ts",
      "src/client/http/rate-limit-headers.ts",
    ],
    // Programs that share a rate limit are not included, because they take a minute for every change.
    tests: [
      "client/limits/fixed-window-schedule",
      "client/limits/sliding-window-schedule",
      "client/limits/several-schedules",
      "client/limits/contention",
      "client/limits/long-waits",
      "client/limits/rate-limiter",
      "client/http/limit-signals",
    ],
  },
  {
    name: "requests",
    mutate: ["src/client/http/*.ts", "src/client/limits/sender.ts", "src/client/setting*.ts"],
    tests: ["client/abandonable", "client/http", "client/limits/long-waits", "client/retry/stop"],
  },
  {
    name: "retries",
    mutate: ["src/client/retry/*.ts"],
    tests: ["client/retry", "client/creates/create-recovery", "client/creates/adopt-existing", "client/http/forbidden"],
  },
  {
    name: "create-recovery",
    mutate: [
      "src/client/creates/create-recovery.ts",
      "src/client/creates/created-object.ts",
      "src/resources/shared/create-journal.ts",
    ],
    tests: [
      "client/creates",
      "client/collections/incomplete-lists",
      "client/collections/new-objects",
      "client/retry",
      "resources/clock-jumps",
      "resources/create-journal",
      "resources/creates-after-kills",
    ],
  },
  {
    name: "plan-checks",
    mutate: [
      "src/resources/dashboard/lost-alerts.ts",
      "src/resources/dashboard/plan-checks.ts",
      "src/resources/dashboard/tile-identity.ts",
      "src/resources/alert/plan-checks.ts",
      "src/resources/shared/stale-plan.ts",
      "src/resources/shared/existing-names.ts",
    ],
    tests: [
      "resources/dashboard/dashboard-check",
      "resources/dashboard/identify-tiles",
      "resources/dashboard/lost-alerts",
      "resources/dashboard/tile-identity",
      "resources/dashboard/tiles-elsewhere",
      "resources/alert",
      "resources/stale-plans",
      "resources/existing-names",
    ],
  },
  {
    name: "rotation",
    mutate: ["src/resources/api-key/{names,name-checks,destroy,plan,rotation/*}.ts"],
    // Kills at random requests are not included, because they take a minute for every change.
    tests: [
      "resources/api-key/api-key",
      "resources/api-key/generations",
      "resources/api-key/key-drift",
      "resources/api-key/key-end",
      "resources/api-key/key-lock-out",
      "resources/api-key/key-names",
      "resources/api-key/key-plan",
      "resources/api-key/key-rotation",
      "resources/api-key/left-behind",
      "resources/api-key/rotation-times",
    ],
  },
];
