/** @jsxImportSource hono/jsx */
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { reportHref } from "@dnstools/core/tool/report-path";
import { Copyable } from "./copyable.tsx";

/** Where the API is where no PUBLIC_URL says it: on the reader's own machine, at the port of a start without settings. */
const HERE = "http://localhost:8080";

/** The address at which the API is offered, without a slash at its end. @param publicUrl PUBLIC_URL; empty for none. */
export function baseOf(publicUrl: string): string {
  return publicUrl === "" ? HERE : publicUrl.replace(/\/$/, "");
}

/** The paths of one call: to the API, and of its report. */
export function pathsOfCall(
  contract: Contract,
  query: string,
): { readonly json: string; readonly report: string } {
  const json = `${toolPath(contract.tool)}?${query}`;
  return { json, report: reportHref(contract, [...new URLSearchParams(query)]) ?? json };
}

/** A link that makes a call: to be followed by people. */
export function CallLink({ href, text = href }: { readonly href: string; readonly text?: string }) {
  return (
    <a href={href} rel="nofollow">
      {text === href ? <code>{text}</code> : text}
    </a>
  );
}

/** The calls that a contract has as examples: as commands, as reports and as JSON. */
export function Calls({ contract, publicUrl }: { readonly contract: Contract; readonly publicUrl: string }) {
  return (
    <>
      {contract.examples.map(({ query, shows }) => {
        const { json, report } = pathsOfCall(contract, query);
        return (
          <>
            <Copyable label={shows} language="shell" text={`curl '${baseOf(publicUrl)}${json}'`} />
            <p class="small where">
              The same as <CallLink href={json} text="JSON" />, as report: <CallLink href={report} />
            </p>
          </>
        );
      })}
    </>
  );
}
