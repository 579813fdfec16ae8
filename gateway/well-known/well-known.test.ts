import { expect, test } from "bun:test";
import { contracts } from "../app.ts";
import { answerTo, openGateway } from "../test/gateway.fixture.ts";
import { securityTxt } from "./security.ts";

async function ask(path: string, more: Parameters<typeof openGateway>[1] = {}) {
  const gateway = openGateway(answerTo, more);
  const response = await gateway.handler(new Request(`http://localhost${path}`));
  const shown = { status: response.status, headers: response.headers, text: await response.text() };
  const follow = async (href: string) =>
    (await gateway.handler(new Request(`http://localhost${href}`))).status;
  return { ...shown, follow, [Symbol.asyncDispose]: gateway.close };
}

test("robots.txt keeps crawlers away from calls and reports, and lets them read the documentation", async () => {
  await using robots = await ask("/robots.txt");
  expect([robots.status, robots.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(robots.headers.get("x-request-cost")).toBe("0");
  const [first, ...lines] = robots.text.trimEnd().split("\n");
  expect(first).toBe("User-agent: *");
  const barred = (path: string) => lines.some((line) => path.startsWith(line.replace("Disallow: ", "")));
  for (const path of ["/api/v1/dns?domain=example.com", "/mail/example.com", "/reverse/9.9.9.9", "/mcp"])
    expect([path, barred(path)]).toEqual([path, true]);
  for (const path of ["/", "/docs", "/docs/findings/mail.spf_missing", "/openapi.json", "/llms.txt"])
    expect([path, barred(path)]).toEqual([path, false]);
});

test("llms.txt has each tool, and all its links are taken", async () => {
  await using llms = await ask("/llms.txt");
  expect([llms.status, llms.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(llms.text).toMatch(/^# dnstools\n\n> /);
  const links = [...llms.text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => href);
  expect(links).toHaveLength(contracts.length + 5);
  for (const href of links) expect([href, await llms.follow(href)]).toEqual([href, 200]);
});

test.each([
  ["ops@example.net", "mailto:ops@example.net"],
  ["https://example.net/security", "https://example.net/security"],
])("security.txt of the contact %s says %s", async (contact, uri) => {
  await using security = await ask("/.well-known/security.txt", {
    contact,
    publicUrl: "https://dns.example.net/",
  });
  expect([security.status, security.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = Object.fromEntries(
    security.text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(": ", 2)),
  );
  expect(fields).toEqual({
    Contact: uri,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    "Preferred-Languages": "en",
    Canonical: "https://dns.example.net/.well-known/security.txt",
  });
  expect(Date.parse(fields["Expires"] ?? "")).toBeGreaterThan(Date.now());
});

test("security.txt ends within a year, and is not there without a contact that is an address or a URL", async () => {
  const now = Date.parse("2026-11-23T15:04:05.678Z");
  expect(securityTxt("mailto:a@example.net", "", now)).toBe(
    "Contact: mailto:a@example.net\nExpires: 2027-05-22T00:00:00Z\nPreferred-Languages: en\n",
  );
  for (const contact of ["", "ask the porter"]) {
    await using none = await ask("/.well-known/security.txt", { contact });
    expect(none.status).toBe(404);
  }
});
