/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { percentDecoded } from "@dnstools/core/percent-decoded";
import { type Contract, TOOL_NAMES } from "@dnstools/core/tool/contract";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Links } from "@dnstools/core/tool/links";
import { reportRoute } from "@dnstools/core/tool/report-path";
import { ownPath } from "@dnstools/render/html/links";
import type { ProblemBody } from "@dnstools/render/problem";
import { pathOf, routeOf, searchOf } from "@dnstools/server/http/http";
import type { Problem } from "@dnstools/server/http/problem";
import type { Asked } from "../console/choose-report.ts";
import { SearchForm } from "../console/search-form.tsx";
import { formOf } from "../report/read-report.ts";
import type { Assets } from "./assets.ts";
import { linkOf } from "./contact.ts";
import { PAGE_HEADERS, PAGE_TYPE, type Page, pageHtml } from "./page.tsx";
import { Call, ProblemText } from "./problem-text.tsx";

type Headers = Record<string, string | number>;
type Present = (problem: Problem, request: Request, headers: Headers) => Problem;

/** The members of a problem document (RFC 9457) that its page shows. */
export type ShownProblem = ProblemBody & {
  readonly requestId?: string;
  readonly links?: Links;
  readonly evidence?: readonly Evidence[];
  readonly contact?: string | null;
};

/** Maximum number of exchanges of evidence on a page. The JSON contains all of them. */
const EVIDENCE_MAX = 20;

/**
 * Creates the presenter of problems. Requests that accept HTML get a page with the same status; other requests get the
 * result of `present`. On the path of a report, the parameter `format` takes precedence over `Accept`. API calls only
 * get a page in a browser, because some HTTP libraries, such as Java's, accept HTML by default.
 */
export function createProblemPages(
  contracts: readonly Contract[],
  assets: Assets,
  present: Present,
): Present {
  const routes = contracts.map(({ tool }) => reportRoute(tool));
  return (problem, request, headers) => {
    const shown = present(problem, request, headers);
    if (problem.status < 400) return shown;
    const path = pathOf(request.url);
    const isReport = routeOf(routes, path) !== null;
    const vary = String(shown.headers["vary"] ?? `${headers["vary"]}, Accept`);
    const isPage = formOf({ url: isReport ? request.url : path, headers: request.headers }) === "html";
    const isCall = path.startsWith("/api/") && !isBrowser(request);
    if (!isPage || isCall) return { ...shown, headers: { ...shown.headers, vary } };
    const page = problemPage(JSON.parse(problem.body) as ShownProblem, {
      path,
      again: request.method === "GET" ? ownPath(`${path}${searchOf(request.url)}`) : null,
      waitS: problem.headers["retry-after"] ?? null,
      contracts,
    });
    const own = { ...shown.headers, ...PAGE_HEADERS, vary, "content-type": PAGE_TYPE };
    return { ...problem, body: pageHtml(page, assets), headers: own };
  };
}

/** Returns true if a browser sent the request. All tested browsers also accept XHTML (choose-form.test.ts). */
function isBrowser({ headers }: Request): boolean {
  return headers.get("accept")?.includes("application/xhtml+xml") === true;
}

/** Data about the request that the page of a problem needs. */
type Around = {
  readonly path: string;
  /** Path and query of the request; null if a link cannot repeat it. */
  readonly again: string | null;
  /** Seconds after which a retry makes sense; null if waiting does not help. */
  readonly waitS: string | null;
  readonly contracts: readonly Contract[];
};

/** Returns the page of a problem, with the same texts as the JSON. Parts quoted from the request are escaped. */
export function problemPage(problem: ShownProblem, { path, again, waitS, contracts }: Around): Page {
  const {
    title,
    status,
    detail,
    code,
    type,
    errors = [],
    retry,
    links,
    evidence = [],
    contact,
    requestId,
  } = problem;
  const details =
    errors.length === 0 ? [detail] : errors.map(({ parameter, message }) => `${parameter}: ${message}`);
  return {
    path,
    kind: "text",
    title: `dnstools: ${title}`,
    description: `${title}.`,
    search: <SearchForm contracts={contracts} {...fieldOf(path)} />,
    main: (
      <>
        <p class="crumb">
          <span class="tag">{status}</span> <code>{code}</code>
        </p>
        <h1>{title}</h1>
        {details.map((text) => (
          <p class="lead where">
            <ProblemText text={text} />
          </p>
        ))}
        {retry !== undefined && (
          <p class="where">
            Did you mean <Call href={retry} />?
          </p>
        )}
        {waitS !== null && (
          <p>
            {again === null ? (
              "Try again"
            ) : (
              <a href={again} rel="nofollow">
                Try again
              </a>
            )}{" "}
            in {waitS} s.
          </p>
        )}
        {links !== undefined && links.related.length > 0 && <Related links={links} />}
        {evidence.length > 0 && <Exchanges evidence={evidence} />}
        {typeof contact === "string" && <Contact contact={contact} />}
        <p class="small">
          <a href={type}>What this means</a>
          {requestId !== undefined && (
            <>
              {" "}
              · request <code>{requestId}</code>
            </>
          )}
        </p>
      </>
    ),
  };
}

/** Returns the values of the search form for the path of a report; empty for other paths. */
function fieldOf(path: string): { readonly typed?: string; readonly tool?: Asked } {
  const [, first = "", target = "", more] = path.split("/");
  const tool = [...TOOL_NAMES, "all" as const].find((one) => one === first);
  const typed = percentDecoded(target);
  return tool === undefined || typed === null || more !== undefined ? {} : { typed, tool };
}

function Related({ links: { related } }: { readonly links: Links }) {
  return (
    <>
      <h2>Related calls</h2>
      <ul>
        {related.map(({ href }) => (
          <li class="where">
            <Call href={href} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Exchanges({ evidence }: { readonly evidence: readonly Evidence[] }) {
  return (
    <>
      <h2>Queries</h2>
      <div class="table" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">query</th>
              <th scope="col">server</th>
              <th scope="col">response</th>
            </tr>
          </thead>
          <tbody>
            {evidence.slice(0, EVIDENCE_MAX).map(({ question, server, address, rcode, reason }) => (
              <tr>
                <td>{harmless(question)}</td>
                <td>{harmless([server, address].filter((text) => text !== "").join(", "))}</td>
                <td>{harmless(rcode ?? reason ?? "none")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {evidence.length > EVIDENCE_MAX && (
          <p class="small">{evidence.length - EVIDENCE_MAX} more in the JSON.</p>
        )}
      </div>
    </>
  );
}

function Contact({ contact }: { readonly contact: string }) {
  const link = linkOf(contact);
  return <p>The operator: {link === null ? contact : <a href={link}>{contact}</a>}</p>;
}
