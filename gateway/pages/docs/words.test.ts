import { expect, test } from "bun:test";
import { VERDICTS } from "@dnstools/core/tool/verdict";
import { contracts } from "../../app.ts";
import { mainHtml } from "../page.tsx";
import { statusFields } from "./status-fields.ts";
import { WORD_GROUPS } from "./words.ts";
import { wordsPage } from "./words-page.tsx";

const explained = WORD_GROUPS.flatMap(({ words }) => Object.keys(words));

test("every status word is explained once, and no other word", () => {
  const used = [...statusFields(contracts).keys(), ...VERDICTS];
  expect(explained.toSorted()).toEqual([...new Set(used)].toSorted());
});

test("the page lists each word with the fields that can contain it", () => {
  const main = mainHtml(wordsPage(contracts));
  for (const word of explained) expect(main).toContain(`<div id="word-${word}">`);
  expect(main).toContain("ssl: <code>servers.reachability</code>");
  expect(main).toContain("whois: <code>availability</code>");
});
