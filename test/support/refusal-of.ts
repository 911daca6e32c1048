import { ApiError } from "../../src/client";

/** Returns the server's message for a refused write, or an empty text if the write succeeded. */
export async function refusalOf(write: Promise<unknown>): Promise<string> {
  try {
    await write;
    return "";
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return error.text;
    }
    throw error;
  }
}
