/** A part whose tests are tested: every small change of its code must make one of them fail. */
export interface MutationArea {
  readonly name: string;
  /** What is changed. */
  readonly mutate: readonly string[];
  /** The tests that have to notice, below `test/`. They run in one process and need no build. */
  readonly tests: readonly string[];
}

/** The areas in which a defect costs most, and where their code and tests are. */
export const areas: readonly MutationArea[] = [
  {
    name: "semantic-equality",
    mutate: ["src/schema/meaning.ts"],
    tests: ["schema/meaning.test.ts", "provider/attributes.test.ts"],
  },
  { name: "rate-limit", mutate: ["src/api/pacing/**/*.ts", "src/api/transport/limit-signals.ts"], tests: ["api/**"] },
  { name: "requests", mutate: ["src/api/server/**/*.ts", "src/api/transport/exchange.ts"], tests: ["api/**"] },
  { name: "retries", mutate: ["src/api/retry/**/*.ts"], tests: ["api/**"] },
  { name: "create-recovery", mutate: ["src/api/creating/**/*.ts"], tests: ["api/**"] },
  {
    name: "plan-checks",
    mutate: ["src/provider/dashboard/**/*.ts", "src/provider/alert/**/*.ts"],
    tests: ["provider/dashboard/**", "provider/alert/**", "provider/*"],
  },
  { name: "rotation", mutate: ["src/provider/api-key/**/*.ts"], tests: ["provider/api-key/**"] },
];
