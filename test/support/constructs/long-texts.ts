import { Dashboard, tile, verbatim } from "../../../src";
import { evaluateText } from "../../../src/constructs/verbatim";
import { only, synthesized } from "./synthesize";

/** Synthesizes texts with the maximum length that servers accept. A part is repeated in each text. */
export function testLongTexts(parts: readonly string[]): void {
  test.each(parts)("a long text of %j is synthesized in linear time and stays unchanged", (part) => {
    const texts = Array.from({ length: 4 }, (_, index) => `${part.repeat(49_000 / part.length)}${index}`);
    const tiles = Object.fromEntries(
      texts.map((text, index) => [
        `t${index}`,
        tile.markdown({ markdown: verbatim(text), x: 0, y: index, w: 1, h: 1 }),
      ]),
    );
    const before = process.cpuUsage();
    const { resource } = synthesized((stack) => new Dashboard(stack, "d", { name: "D", tiles }));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
    const written = Object.values(
      only(resource?.clickstack_dashboard).tiles as Record<string, { config: { markdown: string } }>,
    );
    expect(written.map(({ config }) => evaluateText(config.markdown))).toEqual(texts);
  });
}
