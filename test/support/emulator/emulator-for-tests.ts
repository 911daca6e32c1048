import { Emulator, type EmulatorOptions } from "../../../src/emulator";

/** Runs an emulator, by default without rate limits, during the tests of a file or of a `describe` block. */
export function emulatorForTests(options: EmulatorOptions = {}): Emulator {
  const emulator = new Emulator({ limits: false, ...options });
  beforeAll(() => emulator.start());
  afterAll(() => emulator.stop());
  return emulator;
}

/**
 * Runs a new emulator, by default without rate limits, during each test.
 * @param use receives the emulator before the test
 * @param options a function is called again before each test
 */
export function emulatorForEachTest(
  use: (emulator: Emulator) => void,
  options: EmulatorOptions | (() => EmulatorOptions) = {},
): void {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = new Emulator({ limits: false, ...(typeof options === "function" ? options() : options) });
    await emulator.start();
    use(emulator);
  });
  afterEach(() => emulator.stop());
}

/** Starts an emulator, by default without rate limits. It stops at the end of an `await using` block. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator & AsyncDisposable> {
  const emulator = new Emulator({ limits: false, ...options });
  await emulator.start();
  return Object.assign(emulator, { [Symbol.asyncDispose]: () => emulator.stop() });
}
