import { expect, test } from "bun:test";
import { FAULTS } from "@dnstools/core/tool/fault";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { type Product, startProduct } from "@dnstools/lab/support/product";

const PAGES = ["/", "/docs", "/docs/mail", "/docs/errors", "/docs/findings", "/docs/words"];
const ONE = "/docs/findings/mail.spf_missing";

/** Maximum compressed size of the pages' script, in bytes. */
const SCRIPT_BYTES_MAX = 30_000;

/** Headers that request responses without compression, because compression weakens ETags and changes lengths. */
const PLAIN = { "accept-encoding": "identity" };

/** Returns the paths of the scripts, styles and icon that a page loads. */
async function assetsOf({ url }: Product, path: string): Promise<readonly string[]> {
  const page = await (await fetch(`${url}${path}`)).text();
  return [...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? "");
}

test("pages have a strict policy, their type, an ETag, and the headers of every answer", async () => {
  await using product = await startProduct("all");
  for (const path of PAGES) {
    const { status, headers } = await fetch(`${product.url}${path}`);
    expect({ path, status, type: headers.get("content-type") }).toEqual({
      path,
      status: 200,
      type: "text/html; charset=utf-8",
    });
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types dnstools",
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("x-ratelimit-remaining")).toBe("60");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const page = await (await fetch(`${product.url}${path}`)).text();
    expect(page).not.toMatch(/<style|<script>|style=|onload=|href="https?:|src="https?:/);
  }
});

test("what has not changed is not sent again: GET, HEAD, and tags that a proxy has made weak", async () => {
  await using product = await startProduct("all");
  for (const path of [...PAGES, ONE, "/openapi.json", "/favicon.ico"]) {
    const first = await fetch(`${product.url}${path}`, { headers: PLAIN });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{16,32}"$/);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const again = await fetch(`${product.url}${path}`, {
          method,
          headers: { ...PLAIN, "If-None-Match": tag },
        });
        expect({ path, tag, status: again.status, body: await again.text() }).toEqual({
          path,
          tag,
          status: 304,
          body: "",
        });
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("cache-control")).toBe("no-cache");
      }
    }
    const other = await fetch(`${product.url}${path}`, { headers: { ...PLAIN, "If-None-Match": '"x"' } });
    expect(other.status).toBe(200);
    const head = await fetch(`${product.url}${path}`, { method: "HEAD", headers: PLAIN });
    expect(head.headers.get("content-length")).toBe(String((await first.arrayBuffer()).byteLength));
  }
});

test("what pages load is ours, named by its content, and kept for a year", async () => {
  await using product = await startProduct("all");
  const types: Record<string, string> = {
    js: "text/javascript; charset=utf-8",
    css: "text/css; charset=utf-8",
    svg: "image/svg+xml",
  };
  const assets = new Set((await Promise.all(PAGES.map((path) => assetsOf(product, path)))).flat());
  expect([...assets].map((path) => path.replace(/\.[0-9a-f]{16}/, "")).toSorted()).toEqual(
    ["console.css", "dnstools.js", "docs.css", "icon.svg", "style.css"].map((name) => `/docs/assets/${name}`),
  );
  for (const path of assets) {
    expect(path).toMatch(/^\/docs\/assets\/[a-z-]+\.[0-9a-f]{16}\.(js|css|svg)$/);
    const response = await fetch(`${product.url}${path}`);
    const content = await response.bytes();
    // The project's rules limit the size of the whole script.
    if (path.endsWith(".js"))
      expect(Bun.gzipSync(new Uint8Array(content)).length).toBeLessThan(SCRIPT_BYTES_MAX);
    const hash = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    expect(path).toContain(`.${hash.slice(0, 16)}.`);
    expect(response.headers.get("content-type")).toBe(types[path.split(".").at(-1) ?? ""] ?? "");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("x-request-id")).not.toBeNull();
    const post = await fetch(`${product.url}${path}`, { method: "POST" });
    expect(post.status).toBe(405);
    const gone = await fetch(`${product.url}${path.replace(/\.[0-9a-f]{16}\./, ".0123456789abcdef.")}`);
    expect(gone.status).toBe(404);
  }
});

test("every problem code and reason has its place on the page that problem types lead to", async () => {
  await using product = await startProduct("all");
  const page = await (await fetch(`${product.url}/docs/errors`)).text();
  for (const [code, { status }] of Object.entries(FAULTS)) {
    expect(page).toContain(`id="${code}"`);
    expect(page).toContain(`>${status}</span>`);
  }
  for (const reason of REASON_CODES) expect(page).toContain(`id="reason-${reason}"`);
});

test("a finding has its own page, and for an unknown code a similar one is suggested", async () => {
  await using product = await startProduct("all");
  const { status, headers } = await fetch(`${product.url}${ONE}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-request-cost")).toBe("0");
  const near = "/docs/findings/mail.spf_mising";
  expect(await (await fetch(`${product.url}${near}`)).json()).toMatchObject({
    status: 404,
    code: "unknown_path",
    detail:
      "There is no finding with this code. Did you mean mail.spf_missing? /docs/findings lists all findings.",
    retry: ONE,
  });
  for (const [path, method, want] of [
    ["/docs/findings/__proto__", "GET", 404],
    ["/docs/findings/%zz", "GET", 404],
    ["/docs/findings/a/b", "GET", 404],
    [ONE, "POST", 405],
    [`${ONE}/`, "GET", 308],
  ] as const) {
    const answer = await fetch(`${product.url}${path}`, { method, redirect: "manual" });
    expect({ path, status: answer.status }).toEqual({ path, status: want });
  }
});
