import type { Outcome, Reason } from "@dnstools/core/outcome";
import { printable } from "@dnstools/core/printable";
import { policyLines, readStsPolicy, type StsPolicy } from "@dnstools/core/protocol/mta-sts";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Sayer } from "../section.ts";
import type { FileSeen } from "../seen.ts";
import type { MtaStsPolicyData } from "./data.ts";
import type { MTA_STS_FINDINGS } from "./findings.ts";

/** A policy file as it came, judged; `policy` is null where there is none to read. */
export type JudgedPolicy = { readonly data: MtaStsPolicyData; readonly policy: StsPolicy | null };

/** What every sender meets just as we did; other failures may be our network's, or pass. */
const THEIRS: Partial<Record<Reason, keyof typeof MTA_STS_FINDINGS>> = {
  no_servers: "mail.mta_sts_host_missing",
  tls_failed: "mail.mta_sts_certificate",
  not_tls: "mail.mta_sts_certificate",
  tls_alert: "mail.mta_sts_certificate",
  protocol_too_old: "mail.mta_sts_certificate",
  too_large: "mail.mta_sts_too_large",
};

const SHOWN_MAX = 100;

/** Judges what fetching the policy gave. */
export function judgePolicy(
  url: string,
  outcome: Outcome<FileSeen>,
  { say }: Sayer<typeof MTA_STS_FINDINGS>,
): JudgedPolicy {
  const nothing = { url, httpStatus: null, mediaType: null, lines: [], mode: null, maxAge: null, mx: null };
  if (outcome.kind !== "present") {
    const reason = outcome.kind === "unknown" ? outcome.reason : "no_servers";
    const code = THEIRS[reason];
    if (code !== undefined) say(code, url.split("/")[2] ?? null);
    return {
      data: { ...nothing, status: code === undefined ? "unknown" : "invalid", reason },
      policy: null,
    };
  }
  const { status, type, body } = outcome.value;
  const served = { ...nothing, reason: null, httpStatus: status, mediaType: type && printable(type, 100) };
  if (status !== 200) {
    say(status >= 300 && status < 400 ? "mail.mta_sts_redirect" : "mail.mta_sts_status", String(status));
    return { data: { ...served, status: "invalid" }, policy: null };
  }
  if (type?.split(";", 1)[0]?.trim().toLowerCase() !== "text/plain")
    say("mail.mta_sts_media_type", type === null ? "missing" : printable(type, 100));
  const lines = policyLines(fromBase64(body));
  const policy = readStsPolicy(lines);
  for (const problem of policy.problems) say("mail.mta_sts_policy_invalid", problem);
  for (const loose of policy.loose) say("mail.mta_sts_policy_loose", loose);
  return {
    data: {
      ...served,
      status: policy.problems.length === 0 ? "valid" : "invalid",
      lines: lines.slice(0, SHOWN_MAX).map((line) => printable(line, 300)),
      mode: policy.mode,
      maxAge: policy.maxAge,
      mx: policy.mx.slice(0, SHOWN_MAX),
    },
    policy,
  };
}
