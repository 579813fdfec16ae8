import { expect, test } from "bun:test";
import { answerTo, openGateway } from "../test/gateway.fixture.ts";

/** Opens a gateway that counts calls to services. The search form must not cause any. */
function openConsole() {
  let calls = 0;
  const gateway = openGateway(async (...call) => {
    calls += 1;
    return answerTo(...call);
  });
  const ask = (query: string) => gateway.handler(new Request(`http://localhost/go${query}`));
  return { ask, calls: () => calls, [Symbol.asyncDispose]: gateway.close };
}

test("the field leads to a report, which is not run here, and costs nothing", async () => {
  await using console = openConsole();
  for (const [query, location] of [
    ["?q=example.com&tool=", "/all/example.com"],
    ["?q=example.com", "/all/example.com"],
    ["?q=+https%3A%2F%2Fwww.example.com%2F+&tool=", "/ssl/www.example.com"],
    ["?q=info%40b%C3%BCcher.com&tool=", "/mail/xn--bcher-kva.com"],
    ["?q=example.com&tool=propagation", "/propagation/example.com"],
    ["?q=2620%3Afe%3A%3Afe&tool=dnsbl", "/dnsbl/2620:fe::fe"],
  ] as const) {
    const { status, headers } = await console.ask(query);
    expect({ query, status, location: headers.get("location") }).toEqual({ query, status: 303, location });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-cost")).toBe("0");
  }
  expect(console.calls()).toBe(0);
});

test("what is not understood is a page with the problem in words, and what was meant", async () => {
  await using console = openConsole();
  const answer = await console.ask("?q=example.com&tool=reverse");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  const page = await answer.text();
  expect(page).toContain("This is not an IP address");
  expect(page).toContain("For a name, use &quot;Records, delegation, DNSSEC&quot;.");
  expect(page).not.toContain("/api/");
  expect(page).toContain('href="/dns/example.com"');
  expect(page).toContain('value="example.com"');
  expect(console.calls()).toBe(0);
});

test.each([
  ["?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "&lt;script&gt;"],
  ["?q=%22%3E%3Cimg+src%3Dx%3E", "&quot;&gt;&lt;img"],
  ["?q=a%E2%80%AEmoc.elpmaxe", "\\u202e"],
])("%s is shown as text", async (query, shown) => {
  await using console = openConsole();
  const page = await (await console.ask(query)).text();
  expect(page).toContain(shown);
  expect(page).not.toMatch(/<script>|<img|\u202e/);
});

test.each<readonly [name: string, query: string, words: string]>([
  ["no text", "", "Type a domain"],
  ["an empty text", "?q=&tool=mail", "Type a domain"],
  ["a tool that is not there", "?q=example.com&tool=nosuch", "no tool with this name"],
  ["a name of Object's", "?q=example.com&tool=__proto__", "no tool with this name"],
  ["a bad escape", "?q=%zz", "This has a &#39;%&#39;"],
  ["7000 characters", `?q=${"a".repeat(7000)}`, "too long"],
])("%s is 400", async (_name, query, words) => {
  await using console = openConsole();
  const answer = await console.ask(query);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(words);
});
