/** One wait: `expire` is set to null once what was waited for is there, which also lets go of all that it holds. */
export type Wait = { readonly dueMs: number; expire: (() => void) | null };

export type Deadlines = {
  /** Calls `expire` after the time, unless it was set to null before. */
  readonly start: (expire: () => void) => Wait;
  readonly stop: () => void;
};

/** Milliseconds by which a timer is late on an event loop that stood still. */
const STALL_MS = 10;
/** Milliseconds given, once, to read what came meanwhile: an answer that lay unread in our socket was in time. */
const GRACE_MS = 25;

/** Deadlines of `timeMs` each: all wait equally long, so that one timer serves them in turn. */
export function createDeadlines(timeMs: number): Deadlines {
  let waits: Wait[] = [];
  let timer: NodeJS.Timeout | null = null;

  const arm = (atMs: number, lateMs: number | null) => {
    timer = setTimeout(() => sweep(atMs, lateMs), Math.max(0, atMs - performance.now()));
    timer.unref();
  };
  /** @param lateMs when a timer was late, for the one that follows it: what was due by then has had its grace. */
  const sweep = (atMs: number, lateMs: number | null) => {
    timer = null;
    const now = performance.now();
    if (lateMs === null && now - atMs > STALL_MS) return arm(now + GRACE_MS, now);
    const dueBy = lateMs ?? now;
    const left = waits.findIndex((wait) => wait.expire !== null && wait.dueMs > dueBy);
    const over = left === -1 ? waits : waits.slice(0, left);
    waits = left === -1 ? [] : waits.slice(left);
    const [next] = waits;
    if (next !== undefined) arm(next.dueMs, null);
    for (const wait of over) {
      const { expire } = wait;
      wait.expire = null;
      expire?.();
    }
  };
  return {
    start(expire) {
      const wait: Wait = { dueMs: performance.now() + timeMs, expire };
      waits.push(wait);
      if (timer === null) arm(wait.dueMs, null);
      return wait;
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
