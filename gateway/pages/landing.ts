import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { raw } from "hono/html";
import { linkOf } from "./contact.ts";
import { escapeHtml, type Page } from "./page.tsx";
import type { PagesInfo } from "./pages-info.ts";

/** What this is, what it can do and for how much: all that somebody needs for a first call. */
export function landingPage(info: PagesInfo): Page {
  return {
    path: "/",
    kind: "text",
    title: "dnstools: DNS diagnostics over HTTP",
    description:
      "A public API for DNS diagnostics: records, certificates, mail policy, blocklists and more, as JSON.",
    main: raw([intro(info), tools(info.contracts), limits(info), keys(info), more(info)].join("\n")),
  };
}

function intro({ publicUrl }: PagesInfo): string {
  const path = "/api/v1/dns?domain=example.com";
  const call = publicUrl === "" ? `GET ${path}` : `curl '${publicUrl.replace(/\/$/, "")}${path}'`;
  return `<header>
<h1>DNS diagnostics over HTTP</h1>
<p class="lead">Ask about a domain, an address or a server, and get JSON that says what was seen, who said it, and what
could not be found out. <em>Unknown</em> is never a <em>no</em>. Any page may call it; no account is needed.</p>
<pre tabindex="0" aria-label="A first call"><code>${escapeHtml(call)}</code></pre>
<p class="actions"><a class="button" href="${path}">See the answer</a> <a href="/docs">Try every call in the reference</a></p>
</header>`;
}

function tools(contracts: readonly Contract[]): string {
  const entries = contracts.map(
    (contract) => `<li class="tool" id="${contract.tool}">
<h3><a href="/docs#/tools/${contract.tool}">${contract.tool}</a> <span class="tag">${unitsOf(contract.cost)}</span></h3>
<p>${escapeHtml(contract.summary)}.</p>
<p class="examples">${contract.examples
      .slice(0, 1)
      .map((example) => exampleLink(contract, example.query))
      .join(" ")}</p>
</li>`,
  );
  return `<section aria-labelledby="tools">
<h2 id="tools">${contracts.length} tools</h2>
<ul class="tools">
${entries.join("\n")}
</ul>
</section>`;
}

function exampleLink({ tool }: Contract, query: string): string {
  const url = escapeHtml(`${toolPath(tool)}?${query}`);
  return `<a href="${url}"><code>${url}</code></a>`;
}

function limits({ contracts, units, windowS }: PagesInfo): string {
  return `<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
${units === 0 ? "<p>No limit is set here. Every answer has the headers all the same.</p>" : limitText(contracts, units, windowS)}
<pre tabindex="0" aria-label="Headers of an answer"><code>${escapeHtml(headersShown(units, windowS))}</code></pre>
<p>Requests that are refused cost nothing, and neither does <a href="/api/v1/limits"><code>/api/v1/limits</code></a>,
which tells what you have left. Too many: status 429, with the seconds to wait in <code>Retry-After</code>.</p>
</section>`;
}

function limitText(contracts: readonly Contract[], units: number, windowS: number): string {
  const mostExpensive = contracts.reduce((one, other) => (other.cost > one.cost ? other : one));
  const cheapest = contracts.reduce((one, other) => (other.cost < one.cost ? other : one));
  const times = Math.floor(units / mostExpensive.cost);
  return `<p>Without a key you have <strong>${unitsOf(units)}</strong>, which come back evenly over ${windowS} seconds:
enough for ${times === 1 ? "one" : times} <code>${mostExpensive.tool}</code> at once, or for <code>${cheapest.tool}</code> ${howOften(units, windowS)} without end.
A client is one IPv4 address, or one /64 of IPv6. What is left is in every answer, in both styles of headers.</p>`;
}

/** How often a call of one unit can be made without end, in a time that is easy to think of. */
function howOften(units: number, windowS: number): string {
  const [seconds, name] =
    units >= windowS ? [1, "a second"] : units * 60 >= windowS ? [60, "a minute"] : [3600, "an hour"];
  const times = Math.floor((units * seconds) / windowS);
  return `${times === 1 ? "once" : `${times} times`} ${name}`;
}

function headersShown(units: number, windowS: number): string {
  const limit = units === 0 ? 999_999_999_999_999 : units;
  const left = units === 0 ? limit : limit - 1;
  return `X-RateLimit-Limit: ${limit}
X-RateLimit-Remaining: ${left}
RateLimit: "default";r=${left};t=1
RateLimit-Policy: "default";q=${limit};w=${windowS}
X-Request-Cost: 1`;
}

function keys({ contact }: PagesInfo): string {
  return `<section aria-labelledby="keys">
<h2 id="keys">Keys</h2>
<p>With a key in the header <code>X-API-Key</code> the limit does not apply. ${askFor(contact)}</p>
</section>`;
}

function askFor(contact: string): string {
  if (contact === "") {
    return "Keys are given out by whoever operates this API; here no contact is named, so none can be asked for in public.";
  }
  const link = linkOf(contact);
  const shown = escapeHtml(contact);
  return `Ask the operator for one: ${link === null ? shown : `<a href="${escapeHtml(link)}">${shown}</a>`}.`;
}

function more({ version }: PagesInfo): string {
  return `<section aria-labelledby="more">
<h2 id="more">For programs</h2>
<ul>
<li><a href="/openapi.json"><code>/openapi.json</code></a>: OpenAPI 3.1, for clients and tests</li>
<li><a href="/api/v1"><code>/api/v1</code></a>: the tools with their parameters and costs</li>
<li><a href="/docs"><code>/docs</code></a>: the reference, with answers to look at and calls to try</li>
<li><a href="/docs/findings"><code>/docs/findings</code></a>: every finding, what it means and what to do</li>
<li><a href="/docs/errors"><code>/docs/errors</code></a>: every error, and every reason for unknown</li>
<li><a href="/docs/words"><code>/docs/words</code></a>: every word of a status</li>
</ul>
<p class="small">dnstools ${escapeHtml(version)}. Only GET, only JSON; v1 gains fields and never loses one.</p>
</section>`;
}

function unitsOf(count: number): string {
  return `${count} unit${count === 1 ? "" : "s"}`;
}
