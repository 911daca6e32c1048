/** A part whose tests are tested: every small change of its code must make one of them fail. */
export interface MutationArea {
  readonly name: string;
  /** What is changed. */
  readonly mutate: readonly string[];
  /** The tests that have to notice, below `test/` and without `.test.ts`: those made for it, so that a change is tried in seconds. */
  readonly tests: readonly string[];
}

/** The areas in which a defect costs most, and where their code and tests are. */
export const areas: readonly MutationArea[] = [
  {
    name: "semantic-equality",
    mutate: ["src/declaration/semantic-equality.ts"],
    tests: ["schema/meaning", "provider/attributes"],
  },
  {
    name: "rate-limit",
    mutate: ["src/api/pacing/**/*.ts", "src/client/rate-limit-headers.ts"],
    // Not the programs that share a limit: they take a minute, and every change would wait for them.
    tests: [
      "api/pacing/*-schedule",
      "api/pacing/*-schedules",
      "api/pacing/pacer",
      "api/pacing/long-waits",
      "api/transport/limit-signals",
    ],
  },
  {
    name: "requests",
    mutate: ["src/api/server/**/*.ts", "src/client/http-exchange.ts"],
    tests: ["api/server/*", "api/transport/*"],
  },
  { name: "retries", mutate: ["src/api/retry/**/*.ts"], tests: ["api/retry/*", "api/creating/*", "api/collection/*"] },
  {
    name: "create-recovery",
    mutate: ["src/api/creating/**/*.ts", "src/resources/handlers/create-journal.ts"],
    tests: ["api/creating/*", "api/collection/writes", "provider/create-journal"],
  },
  {
    name: "plan-checks",
    mutate: ["src/provider/dashboard/**/*.ts", "src/provider/alert/**/*.ts"],
    tests: ["provider/dashboard/*", "provider/alert/*", "provider/*"],
  },
  { name: "rotation", mutate: ["src/provider/api-key/**/*.ts"], tests: ["provider/api-key/*"] },
];
