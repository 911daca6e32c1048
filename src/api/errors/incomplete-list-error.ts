import { ClientError } from "./client-error";

/** An object is not in a list that the server admits to be incomplete, so nobody can say whether it is gone. */
export class IncompleteListError extends ClientError {
  constructor(plural: string, id: string) {
    super(
      `The server holds more ${plural} than it shows, and ${id} is not among those it shows: ` +
        "whether it is gone or only hidden cannot be told through this API.",
    );
  }
}
