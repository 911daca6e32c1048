const PLATFORM = "platform";

/** Sets another operating system in `process.platform` for the tests of a file, also while its modules load. */
export function pretendSystem(platform: NodeJS.Platform): void {
  const original = process.platform;
  Object.defineProperty(process, PLATFORM, { value: platform });
  afterAll(() => {
    Object.defineProperty(process, PLATFORM, { value: original });
  });
}
