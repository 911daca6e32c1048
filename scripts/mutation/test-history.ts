import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { TestResult } from "@stryker-mutator/api/test-runner";

interface TestRecord {
  /** Duration without a mutation. */
  readonly ms: number;
  /** Number of detected mutations. */
  noticed: number;
}

/** Data about the tests, kept in a file because Stryker replaces the process that runs the mutations. */
export class TestHistory {
  #records: Record<string, TestRecord> = {};

  constructor(private readonly file: string) {}

  begin(tests: readonly TestResult[]): void {
    this.#records = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, { ms: timeSpentMs, noticed: 0 }]));
    this.#write();
  }

  read(): void {
    if (existsSync(this.file)) {
      this.#records = JSON.parse(readFileSync(this.file, "utf8"));
    }
  }

  ids(): readonly string[] {
    return Object.keys(this.#records);
  }

  msOf(id: string): number {
    return this.#records[id]?.ms ?? 0;
  }

  noticed(id: string): void {
    const record = this.#records[id];
    if (record) {
      record.noticed += 1;
    }
    this.#write();
  }

  /** Returns the cost of a test. Tests with a lower cost run first. */
  costOf(id: string): number {
    return (this.msOf(id) + 10) / (1 + (this.#records[id]?.noticed ?? 0));
  }

  #write(): void {
    writeFileSync(this.file, JSON.stringify(this.#records));
  }
}
