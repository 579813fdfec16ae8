import { expect, test } from "bun:test";
import { isoTime, secondsOfDay } from "./calendar.ts";

test("every day from 1970 to 2200 agrees with Date", () => {
  for (let at = 0; at < Date.UTC(2200, 0, 1); at += 86_400_000) {
    const date = new Date(at);
    const seconds = secondsOfDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    const iso = isoTime(seconds + 43_199);
    if (seconds * 1000 !== at || iso !== `${date.toISOString().slice(0, 10)}T11:59:59Z`)
      expect([seconds * 1000, iso]).toEqual([at, date.toISOString()]);
  }
});
