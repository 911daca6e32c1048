/** Leaks that were found in this test file, and folders that have not been searched yet. */
const found: string[] = [];
const open = new Set<object>();

/** Makes the test file fail unless this folder is searched before the end of the file. */
export function mustBeSearched(place: object): void {
  open.add(place);
}

/** Makes the current test fail after its own cleanup. */
export function searched(place: object, leaks: readonly string[]): void {
  open.delete(place);
  found.push(...leaks);
}

function failOnLeaks(): void {
  const leaks = found.splice(0);
  if (leaks.length > 0) {
    throw new Error(`Secrets leaked:\n${leaks.join("\n")}`);
  }
}

// Hooks at the top of a file run after those of its blocks, so that servers are stopped before a test fails here.
afterEach(failOnLeaks);
afterAll(() => {
  failOnLeaks();
  if (open.size > 0) {
    throw new Error(`${open.size} folders were never removed, and so never searched for secrets.`);
  }
});
