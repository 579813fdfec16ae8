/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { TOOL_NAMES } from "@dnstools/core/tool/contract";
import { searchOf } from "@dnstools/server/http/http";
import { Elysia } from "elysia";
import type { Assets } from "../pages/assets.ts";
import { PAGE_HEADERS, PAGE_TYPE, pageHtml } from "../pages/page.tsx";
import { type Asked, type Choice, chooseReport, type Readings } from "./choose-report.ts";
import { inToolWords, QUESTIONS, SearchForm } from "./search-form.tsx";

/** Path that the search form is submitted to. */
const GO_PATH = "/go";

const EXAMPLES = ["example.com", "9.9.9.9", "https://www.example.com/", "info@example.com"] as const;

/**
 * Handles the search form for browsers without scripts: redirects (303) to the report for the text, or returns a page
 * that explains the problem with the text. This sends no queries and costs no units.
 */
export function go(readings: Readings, assets: Assets) {
  return new Elysia({ name: "go" }).get(GO_PATH, ({ request, set }) => {
    const { typed, tool } = readForm(request.url);
    const choice = isAsked(tool)
      ? chooseReport(typed, tool, readings)
      : { problem: "There is no tool with this name.", suggestion: null };
    set.headers["cache-control"] = "no-store";
    if ("path" in choice) {
      set.status = 303;
      set.headers["location"] = choice.path;
      return "";
    }
    set.status = 400;
    Object.assign(set.headers, PAGE_HEADERS, { "content-type": PAGE_TYPE, "x-robots-tag": "noindex" });
    const what = {
      path: GO_PATH,
      kind: "text",
      title: "dnstools: not understood",
      description: "The text is neither a domain nor an address.",
      search: <SearchForm contracts={readings.contracts} typed={typed} tool={isAsked(tool) ? tool : null} />,
      main: <Refused typed={typed} choice={choice} />,
    } as const;
    return pageHtml(what, assets);
  });
}

type RefusedProps = { readonly typed: string; readonly choice: Exclude<Choice, { path: string }> };

function Refused({ typed, choice: { problem, suggestion } }: RefusedProps) {
  return (
    <>
      <h1>This text cannot be checked</h1>
      <p class="lead" role="alert">
        {typed.trim() !== "" && (
          <>
            <bdi class="outside">{harmless(typed.trim().slice(0, 120))}</bdi>:{" "}
          </>
        )}
        {inToolWords(problem)}
      </p>
      {suggestion !== null && (
        <p class="actions">
          <a class="button" href={suggestion} rel="nofollow">
            {meantBy(suggestion)}
          </a>
        </p>
      )}
      <h2>What you can type</h2>
      <ul>
        {EXAMPLES.map((text) => (
          <li>
            <a href={`${GO_PATH}?q=${encodeURIComponent(text)}`} rel="nofollow">
              <code>{text}</code>
            </a>
          </li>
        ))}
        <li>
          A record before it is published: <code>example.com. TXT "v=spf1 mx -all"</code>
        </li>
      </ul>
    </>
  );
}

/**
 * Returns the text of a link to a report.
 * @param path the report's path
 */
function meantBy(path: string): string {
  const [, tool = "", target = ""] = path.split(/[/?]/);
  const name = TOOL_NAMES.find((one) => one === tool);
  return `${name === undefined ? "Check" : `${QUESTIONS[name]}:`} ${decodeURIComponent(target)}`;
}

/** Reads the form's fields. The tool is null if none was chosen. */
function readForm(url: string): { readonly typed: string; readonly tool: string | null } {
  const fields = new URLSearchParams(searchOf(url));
  return { typed: fields.get("q") ?? "", tool: fields.get("tool") || null };
}

function isAsked(tool: string | null): tool is Asked | null {
  return tool === null || tool === "all" || TOOL_NAMES.some((one) => one === tool);
}
