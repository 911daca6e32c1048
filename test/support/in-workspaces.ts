import type { Emulator, Endpoints } from "../../src/emulator";
import { startEmulator } from "./emulator/emulator-for-tests";
import { Workspace } from "./workspace";

/** An emulator without rate limits, and a folder whose provider uses it. */
export interface Opened {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
}

/** Opens both before each test, hands them to it, and removes them after it. */
export function inWorkspaces(
  environment: (endpoints: Endpoints) => Record<string, string>,
  hand: (opened: Opened) => void,
): void {
  let opened: Opened;

  beforeEach(async () => {
    const emulator = await startEmulator();
    opened = { emulator, workspace: new Workspace(environment(emulator.endpoints)) };
    hand(opened);
  });

  afterEach(async () => {
    opened.workspace.remove();
    await opened.emulator.stop();
  });
}
