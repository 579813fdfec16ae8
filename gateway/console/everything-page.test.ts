import { expect, test } from "bun:test";
import type { ToolName } from "@dnstools/core/tool/contract";
import { contracts } from "../app.ts";
import { EXAMPLES } from "../openapi/examples.ts";
import { findAssets } from "../pages/assets.ts";
import { readEverything } from "./everything.ts";
import { createEverythingPage, everythingRunPage } from "./everything-page.tsx";

const READINGS = { contracts, rules: { allow: [], deny: { names: [], blocks: [] } } };
const assets = findAssets();

function pageOf(target: string) {
  const everything = readEverything(target, READINGS);
  const props = { everything, contracts, units: { left: 41, limit: 60 }, assets };
  const callOf = (tool: ToolName) => {
    const call = everything.parts.find(({ contract }) => contract.tool === tool);
    if (call === undefined) throw new Error(`no part ${tool}`);
    return call;
  };
  return { props, everything, callOf, ...createEverythingPage(props) };
}

test("the page begins with what it costs, what is left, and a card that waits for each part", () => {
  const { start, end } = pageOf("example.com");
  expect(start).toContain("This took 19 units.");
  expect(start).toContain("41 of 60 units left");
  expect(start).toContain('<option value="all" selected="">');
  for (const tool of ["dns", "whois", "mail", "ssl", "dnsbl", "propagation"])
    expect(start).toContain(`class="part waiting part-${tool}"`);
  expect(start.match(/<div/g)?.length).toBe((start.match(/<\/div>/g)?.length ?? 0) + 1);
  expect(end(0)).toStartWith("</div>");
  expect(end(0)).toContain('href="/scout/example.com"');
  expect(end(0)).not.toContain("Observed");
  expect(end(12)).toContain("Observed 12 s ago.");
});

test("each part is a card with its verdict, its worst findings and its report", () => {
  const { part, everything } = pageOf("example.com");
  for (const call of everything.parts) {
    const { tool } = call.contract;
    const answer = EXAMPLES[tool] as { summary: { status: string } };
    const card = part(call, JSON.stringify(answer));
    expect(card).toContain(`part done part-${tool} ${answer.summary.status}`);
    expect(card).toContain(`href="/${tool}/example.com"`);
    expect(card.match(/<li/g)?.length ?? 0).toBeLessThanOrEqual(3);
  }
});

test("what is wrong with this API's own network is said once for all cards", () => {
  const { part, callOf } = pageOf("example.com");
  const card = (tool: "dns" | "ssl") => {
    const answer = EXAMPLES[tool] as { meta: object };
    const meta = { ...answer.meta, environment: ["no_ipv6_here", "of_the_next_version"] };
    return part(callOf(tool), JSON.stringify({ ...answer, meta }));
  };
  expect(card("dns")).toContain('<p class="note">This host cannot reach servers over IPv6');
  expect(card("ssl")).not.toContain('class="note"');
});

test("a part that could not be determined is unknown, and a name that does not exist fails", () => {
  const { problem, callOf } = pageOf("example.com");
  const card = (status: number) =>
    problem(
      callOf("ssl"),
      JSON.stringify({ title: "A title", status, detail: "<b>\u202e", code: "x", type: "/docs/errors#x" }),
    );
  expect(card(503)).toContain("part done part-ssl unknown");
  expect(card(404)).toContain("part done part-ssl fail");
  expect(card(503)).toContain("&lt;b&gt;\\u202e");
});

test("an address has its own tools, and says which one is left out", () => {
  const { start, end } = pageOf("2620:fe::fe");
  expect(start).toContain("Registration is not included.");
  expect(start).not.toContain("part-whois");
  expect(end(0)).not.toContain("/scout/");
});

test("without a click the page has a button, and what a run would ask", () => {
  const page = everythingRunPage(pageOf("example.com").props);
  expect(page).toContain('<form class="again" method="post">');
  expect(page).toContain("so it waits for your click");
  expect(page).toContain("19 units");
});
