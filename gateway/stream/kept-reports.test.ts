import { afterEach, expect, jest, test } from "bun:test";
import { createKeptReports, KEPT_S } from "./kept-reports.ts";

afterEach(() => {
  jest.useRealTimers();
});

test("a report is rendered once, and ends when it would have ended", () => {
  jest.useFakeTimers();
  const reports = createKeptReports();
  let rendered = 0;
  const render = (text: string) => {
    rendered += 1;
    return `<p>${text}</p>`;
  };
  reports.set("a", "json");
  jest.advanceTimersByTime(10_000);
  expect(reports.get("a", render)).toEqual({ text: "<p>json</p>", ageS: 10 });
  jest.advanceTimersByTime(1000 * KEPT_S - 11_000);
  expect(reports.get("a", render)).toEqual({ text: "<p>json</p>", ageS: KEPT_S - 1 });
  expect(rendered).toBe(1);
  expect(reports.get("a")?.text).toBe("json");
  jest.advanceTimersByTime(2000);
  expect(reports.get("a", render)).toBeNull();
  reports.set("a", "another");
  expect(reports.get("a", render)).toEqual({ text: "<p>another</p>", ageS: 0 });
});
