import { useState } from "preact/hooks";
import {
  alertText,
  comparedFormat,
  drawnDashboard,
  flawsOf,
  flawTexts,
  placeText,
  queryText,
  RowScale,
} from "../../../drawing";
import type { EmulatorContents, ShownDashboard, ShownTile, Stored, ViewProps } from "./server";
import { TileDialog } from "./tile-dialog";

/** Height of a row of the grid in pixels. */
const ROW = 34;

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

interface BoardProps extends ViewProps {
  readonly dashboard: ShownDashboard;
}

function Board({ dashboard, contents, done }: BoardProps) {
  const [edited, setEdited] = useState<string>();
  const { sections } = drawnDashboard(dashboard);
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
      {sections.length === 0 && <p class="empty">There are no tiles.</p>}
      {sections.map((section) => (
        <div key={section.title ?? ""}>
          {section.title && <h3>{section.title}</h3>}
          <Flaws texts={flawTexts(section)} />
          <LayoutMap tiles={section.tiles} numbers={numbers} />
          <ol class="grid" style={{ "--height": `${new RowScale(section.tiles).height * ROW}px` }}>
            {[...section.tiles].sort(inReadingOrder).map(({ id }) => (
              <TileCard
                key={id}
                tile={tiles.get(id) as ShownTile}
                scale={new RowScale(section.tiles)}
                heading={section.title ? "h4" : "h3"}
                number={numbers.get(id) ?? 0}
                overlaps={flawsOf(section).overlaps.some((overlap) => overlap.tiles.some((each) => each.id === id))}
                alerts={alerts.filter(({ tileId }) => tileId === id)}
                contents={contents}
                edit={() => setEdited(id)}
              />
            ))}
          </ol>
        </div>
      ))}
      {tile && <TileDialog dashboard={dashboard} tile={tile} done={done} close={() => setEdited(undefined)} />}
    </section>
  );
}

function inReadingOrder(a: GridTile, b: GridTile): number {
  return a.y - b.y || a.x - b.x;
}

type GridTile = Pick<ShownTile, "x" | "y" | "w" | "h"> & { readonly id: string };

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

/**
 * Small map of the tiles for narrow screens, which show the tiles below each other. Tiles have the same numbers in
 * both.
 */
function LayoutMap({
  tiles,
  numbers,
}: {
  readonly tiles: readonly GridTile[];
  readonly numbers: ReadonlyMap<string, number>;
}) {
  const scale = new RowScale(tiles);
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

interface CardProps {
  readonly tile: ShownTile;
  readonly scale: RowScale;
  readonly heading: "h3" | "h4";
  readonly number: number;
  readonly overlaps: boolean;
  readonly alerts: readonly Stored[];
  readonly contents: EmulatorContents;
  edit(): void;
}

function TileCard({ tile, scale, heading: Heading, number, overlaps, alerts, contents, edit }: CardProps) {
  const { name, x, y, w, h, config } = tile;
  const [top, bottom] = [scale.at(y), scale.at(y + h)];
  const place = {
    "--left": `${(x / 24) * 100}%`,
    "--width": `${(Math.min(w, 24 - x) / 24) * 100}%`,
    "--top": `${top * ROW}px`,
    "--height": `${(bottom - top) * ROW}px`,
  };
  const source = (id: string) => contents.sources.find((each) => each.id === id)?.name as string | undefined;
  return (
    <li class="tile" style={place}>
      <div class={overlaps ? "card overlapping" : "card"}>
        <div class="card-head">
          <Heading>
            <span class="number" aria-hidden="true">
              {number}
            </span>
            {name || "(no title)"}
          </Heading>
          <button type="button" onClick={edit} aria-label={`Edit tile ${name}`}>
            Edit
          </button>
        </div>
        <p class="query">
          <span class="kind">{String(config.displayType)}</span> {queryText(config, source)}
        </p>
        {alerts.map((alert) => (
          <p class="badge" key={alert.id}>
            <a href="#alerts">Alert</a>: {alertText(alert, comparedFormat(config))}
          </p>
        ))}
        <p class="place">{placeText(tile)}</p>
      </div>
    </li>
  );
}
