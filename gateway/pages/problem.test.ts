import { afterAll, expect, test } from "bun:test";
import { FAULTS, Fault, type FaultCode } from "@dnstools/core/tool/fault";
import { reportPath } from "@dnstools/render/html/links";
import { contracts } from "../app.ts";
import { exampleProblem } from "../openapi/problems.ts";
import { answerTo, openGateway } from "../test/gateway.fixture.ts";
import { textOf } from "./docs/text-of.fixture.ts";
import { mainHtml, PAGE_HEADERS } from "./page.tsx";
import { problemPage, type ShownProblem } from "./problem.tsx";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

/** The fault that the service throws next; null if the service answers. */
let refusal: Fault | null = null;
const gateway = openGateway(
  async (...call) => {
    if (refusal !== null) throw refusal;
    return answerTo(...call);
  },
  { contact: "ops@example.net" },
);
afterAll(() => gateway.close());

const ask = (path: string, accept: string | null, init: RequestInit = {}) =>
  gateway.handler(
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { ...init.headers, ...(accept === null ? {} : { accept }) },
    }),
  );

test.each<[path: string, init: RequestInit, status: number, words: string]>([
  ["/nosuch", {}, 404, "There is nothing at this path"],
  ["/api/v1/dns", {}, 400, "Send domain, such as domain=example.com."],
  ["/api/v1/dns?domian=example.com", {}, 400, "Did you mean domain?"],
  ["/dns/exa!mple.com", {}, 400, "A parameter is invalid"],
  ["/docs/findings/mail.spf_mising", {}, 404, "Did you mean mail.spf_missing?"],
  ["/docs", { method: "POST" }, 405, "This API only reads"],
  ["/api/v1/limits", { headers: { "x-api-key": "nonsense" } }, 401, "The API key is malformed"],
])(
  "%s %j is a page for a browser and JSON for programs, with one status",
  async (path, init, status, words) => {
    const page = await ask(path, BROWSER, init);
    expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    for (const [name, value] of Object.entries(PAGE_HEADERS)) expect(page.headers.get(name)).toBe(value);
    expect(page.headers.get("vary")).toContain("Accept-Encoding, Accept");
    expect(page.headers.get("x-request-cost")).toBe("0");
    expect(textOf(await page.text())).toContain(words);
    for (const accept of [null, "*/*", "application/json", "application/json, text/html;q=0.5"]) {
      const json = await ask(path, accept, init);
      expect(json.status).toBe(status);
      expect(json.headers.get("vary")).toContain("Accept-Encoding, Accept");
      expect(json.headers.get("content-security-policy")).toBeNull();
      if (accept === null || accept === "*/*") continue;
      expect(json.headers.get("content-type")).toBe("application/problem+json");
      expect(((await json.json()) as { readonly status: number }).status).toBe(status);
    }
  },
);

test.each([
  ["/api/v1/whois?domain=a.example says whether a.example is registered.", "/whois/a.example"],
  ["Ask /api/v1/dns?domain=a.example&type=MX.", "/dns/a.example?type=MX"],
  ["GET /api/v1 lists the tools with their parameters.", "/api/v1"],
  ["There is no finding with this code. /docs/findings lists all findings.", "/docs/findings"],
])("a path in the words %p is a link to %p", (detail, href) => {
  const problem = { ...exampleProblem("domain_not_found"), detail } as unknown as ShownProblem;
  const page = mainHtml(problemPage(problem, { path: "/", again: null, waitS: null, contracts }));
  expect(page).toContain(`<a href="${href.replace("&", "&amp;")}" rel="nofollow"><code>`);
});

test("of a call that asks about nothing yet, the words name the tool", () => {
  const detail = "Send a domain name, or ask /api/v1/reverse?ip= about the address.";
  const problem = { ...exampleProblem("domain_not_found"), detail } as unknown as ShownProblem;
  const page = mainHtml(problemPage(problem, { path: "/", again: null, waitS: null, contracts }));
  expect(page).toContain("or ask &quot;Who is behind an address&quot; about the address.");
});

const JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";

test("a program that calls the API is given JSON, whatever its library names", async () => {
  const call = await ask("/api/v1/dns", JAVA);
  expect([call.status, call.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect((await ask("/nosuch", JAVA)).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("a page leads to no other host", async () => {
  // The key is refused before the path is checked.
  const keys = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
  const wrong = (key: string) => ask("//evil.example/x", BROWSER, { headers: { "x-api-key": key } });
  const answers = await Promise.all(keys.map(wrong));
  const refused = answers.find(({ status }) => status === 429);
  const html = (await refused?.text()) ?? "";
  expect(html).toContain("Try again");
  expect(html).not.toContain('href="//');
});

test("format chooses at a report's path alone", async () => {
  for (const [path, accept, type] of [
    ["/dns/exa!mple.com?format=json", BROWSER, "application/problem+json"],
    ["/dns/exa!mple.com?format=html", "*/*", "text/html; charset=utf-8"],
    ["/api/v1/dns?domain=exa!mple.com&format=html", "*/*", "application/problem+json"],
    ["/nosuch?format=json", BROWSER, "text/html; charset=utf-8"],
  ] as const)
    expect([path, (await ask(path, accept)).headers.get("content-type")]).toEqual([path, type]);
});

test("a redirect stays as it is", async () => {
  const { status, headers } = await ask("/docs/", BROWSER);
  expect([status, headers.get("location"), headers.get("content-type")]).toEqual([
    308,
    "/docs",
    "application/problem+json",
  ]);
});

test("what a service refuses shows when to try again, who was asked, and where to go on", async () => {
  refusal = new Fault("resolver_unavailable", { detail: "No resolver answers.", retryAfterS: 7 });
  const busy = await ask("/api/v1/dns?domain=example.com&type=A", BROWSER);
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "7"]);
  expect(await busy.text()).toContain(
    '<a href="/api/v1/dns?domain=example.com&amp;type=A" rel="nofollow">Try again</a> in 7 s.',
  );
  refusal = null;
});

/** Renders the page of a problem. */
function shown(problem: ShownProblem): string {
  return mainHtml(problemPage(problem, { path: "/", again: "/", waitS: null, contracts }));
}

test.each(Object.keys(FAULTS) as FaultCode[])("the page of %s has the words of its JSON", (code) => {
  const problem = exampleProblem(code) as ShownProblem;
  const html = shown(problem);
  const text = textOf(html);
  const { title, status, detail, errors = [], links, evidence = [] } = problem;
  for (const words of [title, String(status), code]) expect(text).toContain(words);
  for (const { message } of errors) expect(text).toContain(message);
  const asPage = detail.replace(/\/api\/v1\/\S+\?\S+/g, (call) => reportPath(call) ?? call);
  if (errors.length === 0) expect(text).toContain(asPage);
  for (const { question } of evidence) expect(text).toContain(question);
  if (links !== undefined) expect(html).toContain('href="/whois/example.com"');
  expect(html).toContain(`href="/docs/errors#${code}"`);
  expect(html).not.toContain("undefined");
});

test("what a caller wrote is text, whatever it is", async () => {
  const canaries = [
    "<script>canary()</script>",
    '"><img src=x onerror=canary()>',
    "javascript:canary()",
    "\u202etxt",
  ];
  for (const canary of canaries) {
    const sent = encodeURIComponent(canary);
    for (const path of [
      `/${sent}`,
      `/dns/${sent}`,
      `/api/v1/dns?${sent}=1&domain=${sent}`,
      `/docs/findings/${sent}`,
    ]) {
      const html = await (await ask(path, BROWSER)).text();
      expect(html).not.toMatch(/<script>|<img|\u202e|href="javascript/);
    }
  }
});
