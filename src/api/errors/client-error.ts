/** Root of everything this client throws itself; aborts are thrown as the signal's own reason. No message holds a credential. */
export abstract class ClientError extends Error {
  protected constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
