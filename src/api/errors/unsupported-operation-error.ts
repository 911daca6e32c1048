import { ClientError } from "./client-error";

/** The deployment in use does not offer this operation, or is not configured. No request was sent. */
export class UnsupportedOperationError extends ClientError {
  constructor(message: string) {
    super(message);
  }
}
