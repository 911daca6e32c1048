import { useEffect, useState } from "preact/hooks";
import { type DrawnTile, drawnDashboard, flawsOf, flawTexts, RowScale } from "../../../drawing";
import { readSeries, type SeriesByTile, type ShownDashboard, type ShownTile, type ViewProps } from "./server";
import { ROW_PX, TileCard } from "./tile-card";
import { TileDialog } from "./tile-dialog";

interface Props extends ViewProps {
  /** Id of the shown dashboard. An unknown id shows the first one. */
  readonly shown: string | undefined;
}

export function DashboardsView({ contents, shown, done }: Props) {
  const dashboards = [...contents.dashboards].sort((a, b) => a.name.localeCompare(b.name));
  const dashboard = dashboards.find(({ id }) => id === shown) ?? dashboards[0];
  if (!dashboard) {
    return (
      <p class="empty">
        There are no dashboards yet. Apply a stack with the variables that the emulator printed at its start.
      </p>
    );
  }
  return (
    <>
      {dashboards.length > 1 && (
        <nav aria-label="Dashboards" class="boards">
          <ul>
            {dashboards.map(({ id, name, tiles }) => (
              <li key={id}>
                <a href={`#dashboards/${id}`} aria-current={id === dashboard.id ? "true" : undefined}>
                  {name} <span class="count">{tiles.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Board key={dashboard.id} dashboard={dashboard} contents={contents} done={done} />
    </>
  );
}

function Board({ dashboard, contents, done }: ViewProps & { readonly dashboard: ShownDashboard }) {
  const [edited, setEdited] = useState<string>();
  const series = useSeries(dashboard);
  const { sections, filters = [] } = drawnDashboard(dashboard);
  const tiles = new Map(dashboard.tiles.map((tile) => [tile.id, tile]));
  const tile = edited === undefined ? undefined : tiles.get(edited);
  const alerts = contents.alerts.filter(({ dashboardId }) => dashboardId === dashboard.id);
  const numbers = new Map(
    sections.flatMap((section) => [...section.tiles].sort(inReadingOrder)).map(({ id }, index) => [id, index + 1]),
  );
  return (
    <section aria-labelledby="board-name">
      <h2 id="board-name">{dashboard.name}</h2>
      <p class="id">
        Id <code>{dashboard.id}</code>
      </p>
      {filters.length > 0 && (
        <ul class="filters" aria-label="Filters">
          {filters.map((filter) => (
            <li key={filter}>{filter}</li>
          ))}
        </ul>
      )}
      {sections.length === 0 && <p class="empty">There are no tiles.</p>}
      {sections.map((section) => {
        const scale = new RowScale(section.tiles);
        const overlapping = new Set(
          flawsOf(section).overlaps.flatMap((overlap) => overlap.tiles.map((each) => each.id)),
        );
        return (
          <div key={section.title ?? ""}>
            {section.title && <h3>{section.title}</h3>}
            <Flaws texts={flawTexts(section)} />
            <LayoutMap tiles={section.tiles} scale={scale} numbers={numbers} />
            <ol class="grid" style={{ "--height": `${scale.height * ROW_PX}px` }}>
              {[...section.tiles].sort(inReadingOrder).map(({ id }) => (
                <TileCard
                  key={id}
                  tile={tiles.get(id) as ShownTile}
                  scale={scale}
                  heading={section.title ? "h4" : "h3"}
                  number={numbers.get(id) ?? 0}
                  overlaps={overlapping.has(id)}
                  alerts={alerts.filter(({ tileId }) => tileId === id)}
                  sources={contents.sources}
                  series={series[id] ?? []}
                  edit={() => setEdited(id)}
                />
              ))}
            </ol>
          </div>
        );
      })}
      {tile && <TileDialog dashboard={dashboard} tile={tile} done={done} close={() => setEdited(undefined)} />}
    </section>
  );
}

/** Returns the series of a dashboard, and reads them again when the dashboard changes. */
function useSeries(dashboard: ShownDashboard): SeriesByTile {
  const [series, setSeries] = useState<SeriesByTile>({});
  const content = JSON.stringify(dashboard);
  // Runs only after a change: an equal dashboard has equal series.
  useEffect(() => {
    // No message here, because the page's own read of the dashboard reports the same failure.
    readSeries(dashboard.id).then(setSeries, () => setSeries({}));
  }, [content]);
  return series;
}

function inReadingOrder(a: DrawnTile, b: DrawnTile): number {
  return a.y - b.y || a.x - b.x;
}

function Flaws({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) {
    return null;
  }
  return (
    <details class="flaws">
      <summary>{texts.length === 1 ? "1 remark" : `${texts.length} remarks`} on the layout</summary>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

interface MapProps {
  readonly tiles: readonly DrawnTile[];
  readonly scale: RowScale;
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * Small map of the tiles for narrow screens, which show the tiles below each other. The map and the list use the same
 * numbers for tiles.
 */
function LayoutMap({ tiles, scale, numbers }: MapProps) {
  return (
    <svg class="map" viewBox={`0 0 240 ${Math.max(1, scale.height) * 8}`} aria-hidden="true">
      {tiles.map(({ id, x, y, w, h }) => {
        const [top, bottom] = [scale.at(y) * 8, scale.at(y + h) * 8];
        return (
          <g key={id}>
            <rect x={x * 10 + 1} y={top + 1} width={w * 10 - 2} height={Math.max(2, bottom - top - 2)} rx="2" />
            <text x={x * 10 + w * 5} y={(top + bottom) / 2 + 3.5} text-anchor="middle">
              {numbers.get(id)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
