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

/** A problem as problem+json has it (RFC 9457), as far as its page shows it. */
export type ShownProblem = ProblemBody & {
  readonly requestId?: string;
  readonly links?: Links;
  readonly evidence?: readonly Evidence[];
  readonly contact?: string | null;
};

/** Exchanges that a page shows; the others are in the JSON. */
const EVIDENCE_MAX = 20;

/**
 * Shows problems as pages to browsers, whose `Accept` names HTML, at every path; to others as `present` has them. The status is the
 * same. At a report's path `format` chooses before `Accept`, and nowhere else. A program that calls the API is given JSON also where
 * its library names HTML by itself, as Java's does.
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

/** Whether the header is a browser's: each that has been measured names XHTML too (choose-form.test.ts). */
function isBrowser({ headers }: Request): boolean {
  return headers.get("accept")?.includes("application/xhtml+xml") === true;
}

/** What the page of a problem needs besides the problem. */
type Around = {
  readonly path: string;
  /** Path and query of the same request; null where a link cannot make it. */
  readonly again: string | null;
  /** Seconds to wait; null where nothing changes by waiting. */
  readonly waitS: string | null;
  readonly contracts: readonly Contract[];
};

/** The page of a problem: the same words as its JSON. What it quotes of the request is text. */
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
            Most likely meant: <Call href={retry} />
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

/** What the field had for a path of a report; nothing for other paths. */
function fieldOf(path: string): { readonly typed?: string; readonly tool?: Asked } {
  const [, first = "", target = "", more] = path.split("/");
  const tool = [...TOOL_NAMES, "all" as const].find((one) => one === first);
  const typed = percentDecoded(target);
  return tool === undefined || typed === null || more !== undefined ? {} : { typed, tool };
}

function Related({ links: { related } }: { readonly links: Links }) {
  return (
    <>
      <h2>What other tools say</h2>
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
      <h2>What was asked</h2>
      <div class="table" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">question</th>
              <th scope="col">server</th>
              <th scope="col">answer</th>
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
