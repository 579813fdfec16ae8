import { expect, test } from "bun:test";
import { dateSection } from "./changelog.ts";

const TEXT = "# Changelog\n\n## 0.2.0, unreleased\n\n- New.\n  More.\n\n## 0.1.0, 2026-11-30\n\n- Old.\n";

test("the section gets a date, and is returned without its heading and older sections", () => {
  expect(dateSection(TEXT, "0.2.0", "2027-01-02")).toEqual({
    changelog: TEXT.replace("unreleased", "2027-01-02"),
    section: "- New.\n  More.",
  });
});

test("a repeated release keeps its date", () => {
  const dated = TEXT.replace("unreleased", "2027-01-02");
  expect(dateSection(dated, "0.2.0", "2027-01-09").changelog).toBe(dated);
});

test.each([
  ["a version that is not next", TEXT, "0.3.0", '"## 0.3.0, unreleased"'],
  ["an older version", TEXT, "0.1.0", '"## 0.2.0, unreleased"'],
  ["an empty section", TEXT.replace(/- New[^#]*/, ""), "0.2.0", "section 0.2.0 of CHANGELOG.md is empty"],
  ["no section", "# Changelog\n", "0.2.0", '"## 0.2.0, unreleased"'],
])("%s is refused", (_, text, version, words) => {
  expect(() => dateSection(text, version, "2027-01-02")).toThrow(words);
});
