/** A team, its services, and the receiver of its alerts. */
export interface Team {
  readonly name: string;
  readonly services: readonly string[];
  /** Name of the webhook in ClickStack. */
  readonly webhook: string;
  /** Maximum number of error logs of one service in five minutes. */
  readonly maxErrors: number;
}

export const TEAMS: readonly Team[] = [
  { name: "Payments", services: ["checkout", "invoices"], webhook: "Incident response", maxErrors: 20 },
  { name: "Storefront", services: ["web", "cart", "search"], webhook: "Slack oncall", maxErrors: 100 },
  { name: "Platform", services: ["gateway", "auth"], webhook: "Slack oncall", maxErrors: 50 },
];
