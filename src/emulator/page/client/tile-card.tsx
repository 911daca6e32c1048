import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ApiFields, alertText, comparedFormat, placeText, queryText, type RowScale } from "../../../drawing";
import { type DrawnSeries, seriesChart } from "../../../drawing/charts";
import { sketch } from "../../../drawing/sketch";
import { Markdown } from "./markdown";
import type { ShownTile, Stored } from "./server";

/** Height of a row of the grid in pixels. */
export const ROW_PX = 34;

interface CardProps {
  readonly tile: ShownTile;
  readonly scale: RowScale;
  readonly heading: "h3" | "h4";
  readonly number: number;
  readonly overlaps: boolean;
  readonly alerts: readonly Stored[];
  readonly sources: readonly Stored[];
  readonly series: readonly DrawnSeries[];
  edit(): void;
}

/** A tile at its place. A small tile shows at least its button and the badge of its alerts. */
export function TileCard({
  tile,
  scale,
  heading: Heading,
  number,
  overlaps,
  alerts,
  sources,
  series,
  edit,
}: CardProps) {
  const { name, x, y, w, h, config } = tile;
  const [top, bottom] = [scale.at(y), scale.at(y + h)];
  const place = {
    "--left": `${(x / 24) * 100}%`,
    "--width": `${(Math.min(w, 24 - x) / 24) * 100}%`,
    "--top": `${top * ROW_PX}px`,
    "--height": `${(bottom - top) * ROW_PX}px`,
  };
  const source = (id: string) => sources.find((each) => each.id === id)?.name as string | undefined;
  const query = queryText(config, source);
  return (
    <li class="tile" style={place}>
      <div class={overlaps ? "card overlapping" : "card"}>
        <div class="card-body">
          <div class="card-head">
            <Heading title={name}>
              <span class="number" aria-hidden="true">
                {number}
              </span>
              {name || "(no title)"}
            </Heading>
            <button type="button" class="edit" onClick={edit} aria-label={`Edit tile ${name}`}>
              <svg class="pencil" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M2 14l1-4 8-8 3 3-8 8-4 1zM9.5 3.5l3 3" />
              </svg>
              <span class="word">Edit</span>
            </button>
          </div>
          {alerts.length > 0 && <Badges alerts={alerts} format={comparedFormat(config)} />}
          <p class="query" title={query}>
            <span class="kind">{String(config.displayType)}</span> {config.displayType !== "markdown" && query}
          </p>
          <Chart config={config} series={series} />
          <p class="place">{placeText(tile)}</p>
        </div>
      </div>
    </li>
  );
}

/** Badges of the alerts. A small tile with several alerts shows their number. */
function Badges({ alerts, format }: Pick<CardProps, "alerts"> & { readonly format: ApiFields | undefined }) {
  return (
    <div class={alerts.length > 1 ? "badges several" : "badges"}>
      {alerts.map((alert) => (
        <p class="badge" key={alert.id} title={alertText(alert, format)}>
          <a href="#alerts">Alert</a>
          <span class="colon">: </span>
          <Condition text={alertText(alert, format)} />
        </p>
      ))}
      {alerts.length > 1 && (
        <p class="badge total">
          <a href="#alerts">{alerts.length} alerts</a>
        </p>
      )}
    </div>
  );
}

/** Condition of an alert. A narrow tile leaves out the part after the threshold. */
function Condition({ text }: { readonly text: string }) {
  const end = text.includes(" in ") ? text.indexOf(" in ") : text.length;
  const [threshold, rest] = [text.slice(0, end), text.slice(end)];
  return (
    <>
      {threshold}
      <span class="rest">{rest}</span>
    </>
  );
}

/** Minimum size of a chart in pixels. */
const MIN_CHART = { width: 40, height: 28 };

/** Draws the series in the size of the box, or the symbol of a tile kind without series. */
function Chart({ config, series }: { readonly config: ShownTile["config"]; readonly series: readonly DrawnSeries[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) {
      return;
    }
    const observer = new ResizeObserver(() =>
      setSize({ width: Math.floor(current.clientWidth), height: Math.floor(current.clientHeight) }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const isDrawn = width >= MIN_CHART.width && height >= MIN_CHART.height;
  if (config.displayType === "markdown") {
    return <Markdown text={String(config.markdown ?? "")} />;
  }
  const chart =
    series.length > 0 ? seriesChart(config, series, width, height) : sketch(String(config.displayType), width, height);
  return (
    <div class="chart" ref={box}>
      {isDrawn && (
        <svg
          class="cs-drawing"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={series.map(({ label }) => label).join(", ") || "No series"}
          // The drawing escapes every text.
          dangerouslySetInnerHTML={{ __html: chart }}
        />
      )}
    </div>
  );
}
