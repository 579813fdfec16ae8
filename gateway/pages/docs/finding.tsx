/** @jsxImportSource hono/jsx */
import { type Contract, docsPath, toolPath } from "@dnstools/core/tool/contract";
import { findingPath, rfcUrl } from "@dnstools/core/tool/finding";
import type { Child } from "hono/jsx";
import type { Page } from "../page.tsx";
import type { CatalogueEntry } from "./catalogue.ts";
import { Copyable } from "./copyable.tsx";
import { SeverityTag, SubjectNote } from "./findings.tsx";
import { Prose } from "./prose.tsx";
import { SEVERITY_WORDS } from "./words.ts";

/**
 * Returns the page of one finding: its meaning, how it is detected, what to do, and the standard that it is based on.
 */
export function findingPage({ code, rule, contract }: CatalogueEntry): Page {
  const { severity, message, meaning, found, fix, record, reference } = rule;
  const texts = [message, meaning, found, fix].join(" ");
  return {
    path: findingPath(code),
    kind: "text",
    title: `dnstools: ${code}`,
    description: message.replaceAll("{subject}", "the subject"),
    main: (
      <>
        <p class="crumb">
          <a href={`/docs/findings#${contract.tool}`}>Findings of {contract.tool}</a>
        </p>
        <h1 class="code">{code}</h1>
        <p class="lead">
          <Prose text={message} />
        </p>
        <p class="severity">
          <SeverityTag severity={severity} /> <Prose text={SEVERITY_WORDS[severity]} />
        </p>
        {meaning !== undefined && <Part title="What it means" text={meaning} />}
        {found !== undefined && <Part title="How it is detected" text={found} />}
        <Part title="What to do" text={fix ?? "Nothing needs to be done."} />
        {record !== undefined && <Example record={record} />}
        {reference !== null && <Reference reference={reference} />}
        <Tool contract={contract} />
        {texts.includes("{subject}") && <SubjectNote />}
      </>
    ),
  };
}

function Part({ title, text }: { readonly title: string; readonly text: string }): Child {
  return (
    <>
      <h2>{title}</h2>
      <p>
        <Prose text={text} />
      </p>
    </>
  );
}

function Example({ record }: { readonly record: string }) {
  return (
    <>
      <h2>The record</h2>
      <Copyable label="For example, as in a zone file:" language="zone" text={record} />
    </>
  );
}

function Reference({ reference }: { readonly reference: string }) {
  const url = rfcUrl(reference);
  return (
    <>
      <h2>Reference</h2>
      <p>{url === null ? reference : <a href={url}>{reference}</a>}</p>
    </>
  );
}

function Tool({ contract: { tool, summary, examples } }: { readonly contract: Contract }) {
  const call = `${toolPath(tool)}?${examples[0]?.query ?? ""}`;
  return (
    <>
      <h2>The tool</h2>
      <p>
        <a href={docsPath(tool)}>{tool}</a>: {summary}.
      </p>
      <p>
        <a href={call} rel="nofollow">
          <code>{call}</code>
        </a>
      </p>
    </>
  );
}
