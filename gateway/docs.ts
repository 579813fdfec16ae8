import { FAULTS } from "@dnstools/core/fault";
import { REASONS } from "@dnstools/core/outcome";

/** The page that problem types lead to: every problem code, and every reason for `unknown`. */
export function errorsPage(): string {
  const faults = Object.entries(FAULTS).map(
    ([code, { status, title, fix }]) =>
      `<h3 id="${code}">${status} <code>${code}</code></h3><p>${escapeHtml(title)}. ${escapeHtml(fix)}</p>`,
  );
  const reasons = Object.entries(REASONS).map(
    ([reason, text]) => `<dt id="reason-${reason}"><code>${reason}</code></dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>dnstools: errors and reasons</title>
<body>
<h1>Errors and reasons</h1>
<p>Errors are <code>application/problem+json</code> (RFC 9457); <code>code</code> is stable. An answer with status 200
may still hold parts that are <code>unknown</code>: they carry one of the reasons below.</p>
<h2>Problem codes</h2>
${faults.join("\n")}
<h2>Reasons for unknown</h2>
<dl>
${reasons.join("\n")}
</dl>
</body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
