/** @jsxImportSource hono/jsx */
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { reportHref } from "@dnstools/core/tool/report-path";
import { Copyable } from "./copyable.tsx";

/** URL of the API in examples if PUBLIC_URL is not set: the local machine and the default port. */
const HERE = "http://localhost:8080";

/** Returns the base URL of the API, without a trailing slash. @param publicUrl PUBLIC_URL; empty if it is not set */
export function baseOf(publicUrl: string): string {
  return publicUrl === "" ? HERE : publicUrl.replace(/\/$/, "");
}

/** Returns the API path and the report path of a call. */
export function pathsOfCall(
  contract: Contract,
  query: string,
): { readonly json: string; readonly report: string } {
  const json = `${toolPath(contract.tool)}?${query}`;
  return { json, report: reportHref(contract, [...new URLSearchParams(query)]) ?? json };
}

/** A link that runs a tool call. Crawlers must not follow this link. */
export function CallLink({ href, text = href }: { readonly href: string; readonly text?: string }) {
  return (
    <a href={href} rel="nofollow">
      {text === href ? <code>{text}</code> : text}
    </a>
  );
}

/** The example calls of a tool, as shell commands and as links to the JSON and the report. */
export function Calls({ contract, publicUrl }: { readonly contract: Contract; readonly publicUrl: string }) {
  return (
    <>
      {contract.examples.map(({ query, shows }) => {
        const { json, report } = pathsOfCall(contract, query);
        return (
          <>
            <Copyable label={shows} language="shell" text={`curl '${baseOf(publicUrl)}${json}'`} />
            <p class="small where">
              The same call as <CallLink href={json} text="JSON" />, and as a report:{" "}
              <CallLink href={report} />
            </p>
          </>
        );
      })}
    </>
  );
}
