import { expect, test } from "bun:test";
import { VERDICTS } from "@dnstools/core/tool/verdict";
import { contracts } from "../../app.ts";
import { mainHtml } from "../page.tsx";
import { statusFields } from "./status-fields.ts";
import { WORD_GROUPS } from "./words.ts";
import { wordsPage } from "./words-page.tsx";

const explained = WORD_GROUPS.flatMap(({ words }) => Object.keys(words));

test("every word that a status can be is explained, once, and no other", () => {
  const used = [...statusFields(contracts).keys(), ...VERDICTS];
  expect(explained.toSorted()).toEqual([...new Set(used)].toSorted());
});

test("the page has each word with the fields in which it stands", () => {
  const main = mainHtml(wordsPage(contracts));
  for (const word of explained) expect(main).toContain(`<div id="word-${word}">`);
  expect(main).toContain("ssl: <code>servers.reachability</code>");
  expect(main).toContain("whois: <code>availability</code>");
});
