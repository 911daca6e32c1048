import { ApiError } from "../../src/client";

/** What a server said to a write that it refused; empty where it did not. */
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
