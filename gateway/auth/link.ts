import type { KeyStore } from "./store/store.ts";
import type { KeyTiming } from "./timing.ts";
import { TooLate, within } from "./within.ts";

/** What a question to the database is for. */
export type Operation = "open" | "lookup" | "refresh" | "touch";

export type LinkOptions = {
  /** Makes a connection that is used for nothing yet. */
  readonly open: () => KeyStore;
  readonly timing: Pick<KeyTiming, "deadlineMs" | "openMs" | "retryMs" | "retryMaxMs">;
  readonly onState: (state: "ok" | "failing", error: unknown) => void;
  readonly onQuery: (operation: Operation, elapsedMs: number, error: unknown) => void;
};

/** A database that may be away: every question has its deadline, and while it is away none is asked. */
export type Link = {
  /** Whether a question would be refused at once. */
  readonly failing: () => boolean;
  /** Asks; null where there was no answer in time. Never throws. */
  readonly ask: <T>(operation: Operation, query: (store: KeyStore) => Promise<T>) => Promise<T | null>;
  /** Questions under way. */
  readonly underWay: () => number;
  readonly close: () => Promise<void>;
};

/** A database that stayed that long, in milliseconds, and failed then has not soon failed anew. */
const STEADY_MS = 30_000;

/**
 * Opens a database and keeps it open. When it fails, its connections are thrown away, since a server that froze or a
 * line that was cut leaves them hanging for minutes, and it is opened anew: at once, and then by a timer, so that
 * nobody's request is the one to find out whether it is back.
 */
export function openLink({ open, timing, onState, onQuery }: LinkOptions): Link {
  let state: "opening" | "ok" | "failing" = "opening";
  let told: "ok" | "failing" | null = null;
  let store = open();
  let ready: Promise<boolean>;
  let since = 0;
  let retryMs = timing.retryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let underWay = 0;

  const enter = (next: "ok" | "failing", error: unknown) => {
    state = next;
    if (told === next || closed) return;
    told = next;
    onState(next, error);
  };

  /** Resolves with whether it is open; within the deadline, or it counts as failing while it is tried further. */
  const attempt = async (): Promise<boolean> => {
    const own = store;
    const late = setTimeout(() => {
      if (own === store && state === "opening") enter("failing", new TooLate("the database is slow to open"));
    }, timing.deadlineMs);
    const opened = await timed("open", () => within(timing.openMs, prove(own)));
    clearTimeout(late);
    if (own !== store || closed) return false;
    if (opened.ok) {
      since = performance.now();
      enter("ok", null);
    } else {
      enter("failing", opened.error);
      retryLater();
    }
    return opened.ok;
  };

  const retryLater = () => {
    clearTimeout(timer);
    timer = setTimeout(reopen, retryMs);
    timer.unref();
  };

  const reopen = () => {
    if (closed) return;
    discard(store);
    store = open();
    ready = attempt();
  };

  /** Gives up the connections a question failed on. One that only knew later of an older failure changes nothing. */
  const fail = (failed: KeyStore, error: unknown, again: boolean) => {
    if (failed !== store || state !== "ok" || closed) return;
    const steady = performance.now() - since > STEADY_MS;
    retryMs = steady ? timing.retryMs : Math.min(retryMs * 2, timing.retryMaxMs);
    if (again || error instanceof TooLate) {
      enter("failing", error);
      // Whoever else waits for it is told at once.
      discard(store);
      retryLater();
    } else {
      // A server that was restarted: it may be back already.
      state = "opening";
      reopen();
    }
  };

  const timed = async <T>(operation: Operation, work: () => Promise<T>) => {
    const start = performance.now();
    underWay += 1;
    const result = await work().then(
      (value) => ({ ok: true as const, value }),
      (error: unknown) => ({ ok: false as const, error }),
    );
    underWay -= 1;
    onQuery(operation, performance.now() - start, result.ok ? null : result.error);
    return result;
  };

  ready = attempt();
  return {
    failing: () => state === "failing",
    underWay: () => underWay,
    async ask(operation, query) {
      const end = performance.now() + timing.deadlineMs;
      // Twice, for connections that a restart had cut: whoever asks first would pay for it.
      for (let tries = 0; tries < 2 && !closed && state !== "failing"; tries++) {
        if (state === "ok" && store.moved()) {
          state = "opening";
          reopen();
        }
        const leftMs = end - performance.now();
        if (state === "opening" && !(await within(leftMs, ready).catch(() => false))) return null;
        const own = store;
        const result = await timed(operation, () => within(Math.max(1, end - performance.now()), query(own)));
        if (result.ok) return result.value;
        // A database that can be read and not written is good for checking.
        if (operation === "touch" && !(result.error instanceof TooLate)) return null;
        fail(own, result.error, tries > 0);
      }
      return null;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await within(timing.deadlineMs, store.close()).catch(() => {});
    },
  };
}

/** Opens it and asks what is asked all day: a database that takes connections may have nothing to say. */
async function prove(store: KeyStore): Promise<void> {
  await store.prepare();
  await store.find(["-"]);
}

/** Closes what nobody uses any more, however that goes. */
function discard(store: KeyStore): void {
  store.close().catch(() => {});
}
