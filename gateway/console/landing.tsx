/** @jsxImportSource hono/jsx */
import { type Contract, docsPath, toolPath } from "@dnstools/core/tool/contract";
import { reportHref } from "@dnstools/core/tool/report-path";
import type { Page } from "../pages/page.tsx";
import type { PagesInfo } from "../pages/pages-info.ts";
import { everythingUnits } from "./everything-tools.ts";
import { Keys, Limits } from "./landing-limits.tsx";
import { QUESTIONS, SearchForm, unitsText } from "./search-form.tsx";

/** Returns the home page: the search field, a sample report, an example of each tool, the limits, and links for programs. */
export function landingPage(info: PagesInfo): Page {
  const { contracts } = info;
  return {
    path: "/",
    kind: "text",
    title: "dnstools: what is wrong with a domain, and what to do",
    description:
      "Type a domain, an address, a URL or an e-mail address: DNS, mail, certificates, blacklists, registration and resolvers in one report, with the records to publish.",
    search: <SearchForm contracts={contracts} hint={hintOf(info)} focused />,
    main: (
      <>
        <div class="intro">
          <Intro info={info} />
          <Sample />
        </div>
        <Tools contracts={contracts} />
        <Limits info={info} />
        <Keys contact={info.contact} />
        <ForPrograms info={info} />
      </>
    ),
  };
}

/** Returns the hint below the search field: the cost of an overview. */
function hintOf({ contracts, units, windowS }: PagesInfo): string {
  const everything = unitsText(everythingUnits(contracts));
  if (units === 0) return "The kind of text determines which tools run.";
  return `A report of everything about a name costs ${everything}. You have ${units}, which are restored within ${windowS} s.`;
}

function Intro({ info: { contracts } }: { readonly info: PagesInfo }) {
  const mail = contracts.find(({ tool }) => tool === "mail");
  return (
    <header>
      <h1>What is wrong with a domain, and what to do</h1>
      <p class="lead">
        Type a name above. Its own servers, registries, blacklists and resolvers are queried now, and you see:
      </p>
      <ul class="gains">
        <li>one sentence that says what matters most, with everything else below it, worst first;</li>
        <li>the records to publish, ready to copy, and checked before you publish them;</li>
        <li>diagrams that mark the cause in the delegation, the SPF record or the certificate chain;</li>
        <li>the evidence: which server answered what, and the command that repeats the query;</li>
        <li>
          <em>unknown</em> with a reason, if something could not be determined. It never means <em>no</em>.
        </li>
      </ul>
      {mail !== undefined && (
        <p class="actions">
          <a class="button" href={exampleReport(mail)} rel="nofollow">
            See the answer for example.com
          </a>
          <a href="/docs">How to read an answer</a>
        </p>
      )}
    </header>
  );
}

/** A sample report. It is text rather than an image, so that it fits light and dark themes and small screens. */
function Sample() {
  return (
    <figure class="sample">
      <div class="sample-report">
        <p class="sample-kicker">mail · example.com</p>
        <p class="sample-verdict">
          <span class="tag error">fail</span> Receivers cannot check the SPF record: it needs 11 DNS lookups,
          and 10 are allowed.
        </p>
        <p>
          Remove <code>include:_spf.old-crm.example</code>: it costs 3 lookups, and none of its addresses is
          in use. Publish instead:
        </p>
        <pre class="wrap">
          <code>{'example.com. TXT "v=spf1 include:_spf.example.net ip4:45.79.0.9 -all"'}</code>
        </pre>
      </div>
      <figcaption class="small">Part of a report, with made-up names.</figcaption>
    </figure>
  );
}

function Tools({ contracts }: { readonly contracts: readonly Contract[] }) {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{contracts.length} tools</h2>
      <ul class="tools">
        {contracts.map((contract) => (
          <li class="tool" id={contract.tool}>
            <h3>
              <a href={docsPath(contract.tool)}>{QUESTIONS[contract.tool]}</a>{" "}
              <span class="tag">{unitsText(contract.cost)}</span>
            </h3>
            <p>{contract.summary}.</p>
            <p class="examples">
              <a href={exampleReport(contract)} rel="nofollow">
                <code>{exampleReport(contract)}</code>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the path of the report for a tool's first example. */
function exampleReport(contract: Contract): string {
  const [first] = contract.examples;
  return reportHref(contract, [...new URLSearchParams(first?.query)]) ?? "/docs";
}

const PROGRAMS = [
  ["/openapi.json", "OpenAPI 3.1, for clients and tests"],
  ["/api/v1", "the tools with their parameters and costs"],
  ["/docs", "the reference, with an example answer of each tool"],
  ["/docs/findings", "every finding, with its meaning and what to do"],
  ["/docs/errors", "every error and every reason for unknown"],
  ["/docs/words", "every status word"],
  ["/llms.txt", "a short summary for AI assistants"],
] as const;

function ForPrograms({ info: { publicUrl, version } }: { readonly info: PagesInfo }) {
  const path = `${toolPath("dns")}?domain=example.com`;
  const origin = publicUrl.replace(/\/$/, "");
  return (
    <section aria-labelledby="programs">
      <h2 id="programs">For programs</h2>
      <p>
        Every number and verdict of a report is also in the JSON of the same call. In a terminal, a report is
        plain text. Any web page may call the API (CORS), and no account is needed.
      </p>
      <pre class="wrap">
        <code>
          {origin === ""
            ? `GET ${path}\nGET /mail/example.com`
            : `curl '${origin}${path}'\ncurl '${origin}/mail/example.com'`}
        </code>
      </pre>
      <ul>
        {PROGRAMS.map(([href, text]) => (
          <li>
            <a href={href}>
              <code>{href}</code>
            </a>
            : {text}
          </li>
        ))}
      </ul>
      <p class="small">dnstools {version}. Only GET; v1 may gain fields but never loses one.</p>
    </section>
  );
}
