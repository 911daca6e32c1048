import { EXIT } from "./exit-codes";

/** Ends a command with a message for the user: what is wrong, and the way out. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";

  constructor(
    message: string,
    readonly exitCode: number = EXIT.error,
  ) {
    super(message);
  }
}
