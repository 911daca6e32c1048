/** A team, what it runs, and who hears of it. */
export interface Team {
  readonly name: string;
  readonly services: readonly string[];
  /** The webhook's name in ClickStack. */
  readonly webhook: string;
  /** More error logs in five minutes than this, in any one service, are worth a message. */
  readonly maxErrors: number;
}

export const TEAMS: readonly Team[] = [
  { name: "Payments", services: ["checkout", "invoices"], webhook: "Incident response", maxErrors: 20 },
  { name: "Storefront", services: ["web", "cart", "search"], webhook: "Slack oncall", maxErrors: 100 },
  { name: "Platform", services: ["gateway", "auth"], webhook: "Slack oncall", maxErrors: 50 },
];
