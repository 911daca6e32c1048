/** How the open-source server words a refusal: JSON `{message}`, JSON `{error}`, or plain text (docs/internals/api-behavior.md 3.4). */
export type RefusalStyle = "message" | "error" | "text";

/** A request that gets an error status. Thrown by operations, worded by the deployment. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly style: RefusalStyle = "message",
  ) {
    super(text);
  }
}

export const badRequest = (text: string): Refusal => new Refusal(400, text);
export const notFound = (text: string): Refusal => new Refusal(404, text);
/** The plain text `Not Found` of dashboards and connections. */
export const notFoundText = (): Refusal => new Refusal(404, "Not Found", "text");
