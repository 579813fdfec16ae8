import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { parseOpenFilesLimit, readOpenFilesLimit } from "./open-files.ts";

const HEAD = "Limit                     Soft Limit           Hard Limit           Units     \n";
const line = (soft: string, hard: string) =>
  `${HEAD}Max open files            ${soft.padEnd(20)} ${hard.padEnd(20)} files     \n`;

test.each([
  ["the soft limit", line("1024", "524288"), 1024],
  ["no limit", line("unlimited", "unlimited"), null],
  [
    "no such line",
    `${HEAD}Max processes             96365                96365                processes \n`,
    null,
  ],
  ["nothing", "", null],
])("%s", (_, text, limit) => {
  expect(parseOpenFilesLimit(text)).toBe(limit);
});

test("this process's own limit, where the system says it", () => {
  const limit = readOpenFilesLimit();
  expect(limit === null || limit > 0).toBeTrue();
  if (!existsSync("/proc/self/limits")) expect(limit).toBeNull();
});
