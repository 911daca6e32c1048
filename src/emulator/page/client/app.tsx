import { useEffect, useRef, useState } from "preact/hooks";
import { AlertsView } from "./alerts-view";
import { DashboardsView } from "./dashboards-view";
import { KeysView } from "./keys-view";
import { ListView } from "./list-view";
import { RequestsView } from "./requests-view";
import type { ViewProps } from "./server";
import { type Knowledge, useEmulator } from "./use-emulator";

const VIEWS = {
  dashboards: "Dashboards",
  alerts: "Alerts",
  "saved-searches": "Saved searches",
  webhooks: "Webhooks",
  sources: "Sources",
  connections: "Connections",
  keys: "API keys",
  roles: "Roles",
  requests: "Requests",
} as const;

/** Target of the skip link. It is not the name of a view, so the view does not change. */
const CONTENT = "#content";

type View = keyof typeof VIEWS;

interface Route {
  readonly view: View;
  readonly id: string | undefined;
}

function currentRoute(): Route {
  const [view = "", id] = location.hash.slice(1).split("/");
  return { view: view in VIEWS ? (view as View) : "dashboards", id };
}

/** Returns the view in the address. The focus moves to its heading when the view changes, as on a new page. */
function useRoute() {
  const [route, setRoute] = useState(currentRoute);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const onChange = () => location.hash === CONTENT || setRoute(currentRoute());
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) {
      heading.current?.focus();
    }
    first.current = false;
    document.title = `${VIEWS[route.view]} - ClickStack emulator`;
  }, [route.view]);
  return { ...route, heading };
}

export function App() {
  const emulator = useEmulator();
  const { view, id, heading } = useRoute();
  const [said, say] = useState("");
  // A message belongs to one view, so it disappears when the view changes.
  useEffect(() => say(""), [view]);
  const done = async (what: string) => {
    say(what);
    await emulator.refresh();
  };
  return (
    <>
      <a class="skip" href={CONTENT}>
        Skip to content
      </a>
      <header>
        <h1>
          ClickStack emulator <span class="address">{location.host}</span>
        </h1>
        <Navigation view={view} emulator={emulator} />
      </header>
      <main id={CONTENT.slice(1)} tabIndex={-1}>
        <h2 class="view" ref={heading} tabIndex={-1}>
          {VIEWS[view]}
        </h2>
        <p role="status" class="said">
          {said}
        </p>
        {emulator.trouble && (
          <p role="alert" class="problem">
            The emulator cannot be reached: {emulator.trouble}
          </p>
        )}
        <Content view={view} id={id} emulator={emulator} done={done} />
      </main>
      <footer>
        <p>
          Changes on this page are like changes in the UI: the next plan shows them as drift. They do not count against
          the rate limit.
        </p>
      </footer>
    </>
  );
}

type ContentProps = Route & Pick<ViewProps, "done"> & { readonly emulator: Knowledge };

function Content({ view, id, emulator: { contents, requests }, done }: ContentProps) {
  if (view === "requests") {
    return <RequestsView requests={requests} done={done} />;
  }
  if (!contents) {
    return <p>Loading…</p>;
  }
  switch (view) {
    case "dashboards":
      return <DashboardsView contents={contents} shown={id} done={done} />;
    case "alerts":
      return <AlertsView contents={contents} done={done} />;
    case "keys":
      return <KeysView contents={contents} done={done} />;
    default:
      return <ListView view={view} caption={VIEWS[view]} contents={contents} />;
  }
}

function Navigation({ view, emulator: { contents, requests } }: { readonly view: View; readonly emulator: Knowledge }) {
  const countOf = (each: View) => (each === "requests" ? requests : contents?.[each])?.length ?? "";
  return (
    <nav aria-label="Views">
      <ul>
        {(Object.keys(VIEWS) as View[]).map((each) => (
          <li key={each}>
            <a href={`#${each}`} aria-current={each === view ? "page" : undefined}>
              {VIEWS[each]} <span class="count">{countOf(each)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
