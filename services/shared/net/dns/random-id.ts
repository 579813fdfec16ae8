/** Buffer of random numbers, filled all at once: drawing each number separately costs more than sending a query. */
const IDS = new Uint16Array(2048);
let nextId = IDS.length;

/** Returns an unpredictable 16-bit number. */
export function randomId(): number {
  if (nextId === IDS.length) {
    crypto.getRandomValues(IDS);
    nextId = 0;
  }
  return IDS[nextId++] as number;
}
