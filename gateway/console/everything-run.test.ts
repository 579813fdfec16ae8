import { expect, test } from "bun:test";
import { answerTo, openGateway } from "../test/gateway.fixture.ts";

/** Headers that a browser sends when a person opens a page. */
const OPENED = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "same-origin",
};

/** Opens a gateway that records the calls to services. */
function openCounted(units: number) {
  const called: string[] = [];
  const limit = { units, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
  const gateway = openGateway(
    async (asks, ...more) => {
      called.push(asks.tool);
      return answerTo(asks, ...more);
    },
    { limit },
  );
  const open = async (path: string) => {
    const response = await gateway.handler(new Request(`http://localhost${path}`, { headers: OPENED }));
    const { status, headers } = response;
    return {
      status,
      cost: headers.get("x-request-cost"),
      age: headers.get("age"),
      text: await response.text(),
    };
  };
  return { open, called, [Symbol.asyncDispose]: gateway.close };
}

test("each card leads to the report of the same call, which is not made again", async () => {
  await using product = openCounted(60);
  const page = await product.open("/all/b%C3%BCcher.com");
  expect([page.status, page.cost]).toEqual([200, "19"]);
  expect(page.text).toContain("41 of 60 units left");
  expect(product.called).toHaveLength(6);
  const links = [...page.text.matchAll(/<p class="part-more">.*?href="([^"]+)"/g)].map(
    ([, href = ""]) => href,
  );
  expect(links).toHaveLength(6);
  for (const href of links) {
    const report = await product.open(href);
    expect({ href, status: report.status, cost: report.cost, age: report.age }).toEqual({
      href,
      status: 200,
      cost: "0",
      age: "0",
    });
    expect(report.text).toContain("Nothing is wrong.");
  }
  expect(product.called).toHaveLength(6);
});

test("an address costs what its three tools cost", async () => {
  await using product = openCounted(18);
  const page = await product.open("/all/9.9.9.9");
  expect([page.status, page.cost]).toEqual([200, "6"]);
  expect(product.called.sort()).toEqual(["dnsbl", "reverse", "whois"]);
});
