/** Draws the page again, without a reload, when the command reports a new version. */

const main = document.querySelector("main");
const events = new EventSource("/events");

let shown: string | undefined;
let wanted: string | undefined;
let isLoading = false;

events.onmessage = ({ data }: MessageEvent<string>) => {
  // The first event draws too: a new version may have been ready right after the page was requested.
  wanted = data;
  void load();
};

events.onerror = () => {
  // The next event, of this command or of another one on this port, draws the page again.
  shown = "";
  setStatus("The command does not respond. Start it again to continue.");
};

addEventListener("click", ({ target }) => {
  if (target instanceof HTMLElement && target.id === "read-again") {
    void fetch("/read-again", { method: "POST" });
  }
});

async function load(): Promise<void> {
  if (isLoading) {
    return;
  }
  isLoading = true;
  try {
    while (shown !== wanted) {
      const version = wanted;
      replace(await (await fetch("/")).text());
      shown = version;
    }
  } catch {
    // The connection is closed, which `onerror` shows.
  } finally {
    isLoading = false;
  }
}

/** Replaces the contents. Opened details, positions of drawings and the focus stay. */
function replace(text: string): void {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.querySelector("main");
  if (!main || !next) {
    return;
  }
  const open = all("details").map((each) => each instanceof HTMLDetailsElement && each.open);
  const scrolled = all(".drawing").map(({ scrollLeft }) => scrollLeft);
  const focused = focusable().indexOf(document.activeElement as HTMLElement);
  document.title = page.title;
  main.replaceChildren(...next.childNodes);
  for (const [index, each] of all("details").entries()) {
    each.toggleAttribute("open", open[index] ?? false);
  }
  for (const [index, each] of all(".drawing").entries()) {
    each.scrollLeft = scrolled[index] ?? 0;
  }
  focusable()[focused]?.focus();
}

function all(selector: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main ${selector}`)];
}

function focusable(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main :is(a, button, summary, [tabindex])")];
}

function setStatus(text: string): void {
  const status = document.querySelector("#status");
  if (status) {
    status.textContent = text;
  }
}
