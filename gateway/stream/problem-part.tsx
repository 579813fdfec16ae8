import { harmless } from "@dnstools/core/harmless";
import type { ProblemBody } from "@dnstools/render/problem";

/** A problem as the main part of a page has it, where its status can no longer be told by HTTP. */
export function ProblemPart({ problem }: { readonly problem: ProblemBody }) {
  const { title, status, detail, type, errors = [], retry } = problem;
  const details =
    errors.length === 0 ? [detail] : errors.map(({ parameter, message }) => `${parameter}: ${message}`);
  return (
    <article class="report problem">
      <h1>{title}</h1>
      {details.map((text) => (
        <p>{harmless(text)}</p>
      ))}
      {retry !== undefined && (
        <p>
          Did you mean <a href={retry}>{harmless(retry)}</a>?
        </p>
      )}
      <p>
        <a href={type}>About this problem ({status})</a>
      </p>
    </article>
  );
}
