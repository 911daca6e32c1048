import { type Profiler, Session } from "node:inspector";

/**
 * Counts how many blocks of the project's own code run in some work, as V8 counts them. The number is the same every
 * time and on every machine. Create the counter before the first call of the code, because V8 adds its counters when it
 * compiles a function.
 */
export class StepCounter implements Disposable {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  stepsOf(work: () => unknown): number {
    this.#take();
    work();
    return this.#take();
  }

  [Symbol.dispose](): void {
    this.#session.disconnect();
  }

  /** Returns the number of blocks that ran since the last call. */
  #take(): number {
    const { result } = this.#post<Profiler.TakePreciseCoverageReturnType>("Profiler.takePreciseCoverage");
    const own = result.filter(({ url }) => /\/src\/[^:]*\.ts$/.test(url));
    const blocks = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
    return blocks.reduce((sum, { count }) => sum + count, 0);
  }

  /** Each request to the inspector has its answer before the call returns. */
  #post<T>(method: string, parameters: object = {}): T {
    let response: T | undefined;
    this.#session.post(method, parameters, (error, result) => {
      if (error) {
        throw error;
      }
      response = result as T;
    });
    return response as T;
  }
}
