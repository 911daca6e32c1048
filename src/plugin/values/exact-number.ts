/**
 * A number that neither a JS number nor a bigint holds exactly, as decimal text ("0.1000000000000000000001", "1e-400").
 * Terraform's numbers are of arbitrary precision (docs/internals/terraform-protocol.md 4).
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}
