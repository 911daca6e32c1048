import { useEffect, useRef, useState } from "preact/hooks";
import { type EmulatorContents, readEverything, readRequests, type ShownRequest } from "./server";

const EVERY_MS = 1500;

/** State of the page and the functions that update it. */
export interface Knowledge {
  readonly contents: EmulatorContents | undefined;
  readonly requests: readonly ShownRequest[];
  /** Reason for the last failed request to the emulator. */
  readonly trouble: string | undefined;
  refresh(): Promise<void>;
}

/**
 * Keeps the page up to date. It reads new entries of the request log, and everything else only after a write, an edit
 * on this page, or when the page becomes visible.
 */
export function useEmulator(): Knowledge {
  const [contents, setContents] = useState<EmulatorContents>();
  const [requests, setRequests] = useState<readonly ShownRequest[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const known = useRef<readonly ShownRequest[]>([]);

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setTrouble(undefined);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  const readAll = async () => setContents(await readEverything());
  const readLog = async () => {
    const { log, news } = await newerLog(known.current);
    known.current = log;
    if (news.length > 0 || log.length === 0) {
      setRequests(log);
    }
    if (news.some(({ method }) => method !== "GET")) {
      await readAll();
    }
  };

  useEffect(() => {
    void attempt(readAll);
    void attempt(readLog);
    const timer = setInterval(() => document.hidden || void attempt(readLog), EVERY_MS);
    const onFocus = () => void attempt(readAll);
    addEventListener("focus", onFocus);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", onFocus);
    };
  }, []);

  const refresh = async () => {
    await attempt(readAll);
    await attempt(readLog);
  };
  return { contents, requests, trouble, refresh };
}

/** Returns the log with new entries. Requests that were still running are read again. After a reset, all are. */
async function newerLog(known: readonly ShownRequest[]) {
  const running = known.findIndex(({ status }) => status === null);
  const settled = running < 0 ? known : known.slice(0, running);
  const { data, meta } = await readRequests(settled.length);
  if (meta.total >= settled.length) {
    return { log: [...settled, ...data], news: data };
  }
  const afresh = await readRequests(0);
  return { log: afresh.data, news: afresh.data };
}
