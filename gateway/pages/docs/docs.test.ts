import { expect, test } from "bun:test";
import { contracts } from "../../app.ts";
import { EXAMPLES } from "../../openapi/examples.ts";
import { openGateway } from "../../test/gateway.fixture.ts";
import { findAssets } from "../assets.ts";
import { mainHtml, pageHtml } from "../page.tsx";
import type { PagesInfo } from "../pages-info.ts";
import { docsPage } from "./docs.tsx";
import { errorsPage } from "./errors.tsx";
import { findingsPage } from "./findings.tsx";
import { textOf } from "./text-of.fixture.ts";
import { toolPage } from "./tool-page.tsx";
import { wordsPage } from "./words-page.tsx";

/** Maximum compressed size of a page in bytes, half the maximum of a report. */
const PACKED_MAX = 75_000;

const assets = findAssets();
const info: PagesInfo = {
  version: "1.2.3",
  revision: "0123abc",
  publicUrl: "https://dns.example.net/",
  contact: "",
  contracts,
  units: 60,
  windowS: 60,
  deadlines: { mail: 20_000 },
  queueWaitMs: 5000,
};
const pages = [
  docsPage(info, assets),
  errorsPage(),
  wordsPage(contracts),
  findingsPage(contracts),
  ...contracts.map((contract) => toolPage(contract, info, assets)),
].map((page) => ({ path: page.path, html: pageHtml(page, assets) }));

test.each(pages)("$path is whole, small, and has nothing in it that its policy forbids", ({ html }) => {
  expect(html).not.toMatch(/undefined|\[object|NaN|\{subject\}/);
  expect(html).not.toMatch(/<style|<script(?! src="\/)| style=| on\w+=|src="https?:|javascript:/);
  expect(Bun.gzipSync(html).byteLength).toBeLessThan(PACKED_MAX);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

test("links within the pages lead to routes, and to places that are there", async () => {
  const calls: string[] = [];
  const gateway = openGateway(async ({ tool }) => {
    calls.push(tool);
    return "{}";
  });
  const placesAt = new Map(pages.map(({ path, html }) => [path, html]));
  for (const { path, html } of pages)
    for (const [, href = ""] of html.matchAll(/<a href="(\/[^"]*|#[^"]*)"/g)) {
      const [to = "", place] = href.replaceAll("&amp;", "&").split("#");
      const target = to === "" ? path : to;
      if (/^\/(?!docs|openapi|llms|api\/v1$|api\/v1\/limits)/.test(target) || target.startsWith("/api/v1/"))
        continue;
      const { status } = await gateway.handler(new Request(`http://localhost${target}`));
      expect({ path, href, status }).toEqual({ path, href, status: 200 });
      const there = placesAt.get(target);
      if (place !== undefined && there !== undefined)
        expect({ href, there: there.includes(` id="${place}"`) }).toEqual({ href, there: true });
    }
  expect(calls).toEqual([]);
  await gateway.close();
});

test.each(contracts.map((contract) => ({ tool: contract.tool, contract })))(
  "the page of $tool has its parameters, examples, fields, findings and refusals",
  ({ tool, contract }) => {
    const html = mainHtml(toolPage(contract, info, assets));
    const text = textOf(html);
    for (const [name, { description }] of Object.entries(contract.params)) {
      expect(html).toContain(`id="parameter-${name}"`);
      expect(text).toContain(description.replaceAll("`", ""));
    }
    for (const { query, shows } of contract.examples) {
      expect(text).toContain(shows);
      expect(text).toContain(`curl 'https://dns.example.net/api/v1/${tool}?${query}'`);
    }
    expect(text).toContain(`Runs for at most ${tool === "mail" ? 20 : contract.deadlineMs / 1000} s`);
    expect(text).toContain(`All ${Object.keys(contract.findings).length} findings`);
    for (const code of ["invalid_parameter", "limit_exceeded", "resolver_unavailable"])
      expect(html).toContain(`href="/docs/errors#${code}"`);
    expect(html.includes("/docs/errors#domain_not_found")).toBe(contract.notFound);
  },
);

test.each(Object.entries(EXAMPLES))("the recorded answer of %s is shown whole", (tool, answer) => {
  const contract = contracts.find((one) => one.tool === tool);
  if (contract === undefined) throw new Error(`there is no tool ${tool}`);
  const html = mainHtml(toolPage(contract, info, assets));
  const [, json = ""] =
    /<figure class="json"><figcaption>[^<]*<\/figcaption>(.*?)<\/figure>/s.exec(html) ?? [];
  // Removes the previews of folded parts, because they repeat the beginning of these parts.
  const shown = textOf(json.replaceAll(/<span class="folded">.*?<\/span>/gs, ""));
  expect(JSON.parse(shown)).toEqual(answer);
});
