import { printable } from "@dnstools/core/harmless";
import type { Findings } from "@dnstools/core/mail/section";
import { policyLines, readStsPolicy, type StsPolicy } from "@dnstools/core/protocol/mail/mta-sts";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { evaluateFetch } from "../judge/fetched-file.ts";
import type { FileObservation } from "../observations.ts";
import type { MtaStsPolicyData } from "./data.ts";
import type { MTA_STS_FINDINGS } from "./findings.ts";

/** The evaluation of a policy file; `policy` is null if no file was fetched. */
export type PolicyEvaluation = { readonly data: MtaStsPolicyData; readonly policy: StsPolicy | null };

const SHOWN_MAX = 100;

/** Evaluates the policy file, or the reason why it could not be fetched. */
export function evaluatePolicy(
  url: string,
  outcome: Outcome<FileObservation>,
  { add }: Findings<typeof MTA_STS_FINDINGS>,
): PolicyEvaluation {
  const host = url.split("/")[2] ?? "";
  const about = (subject: string) => ({ subject, subjects: [host] });
  const { file, fault, failed, data } = evaluateFetch(url, outcome);
  const served = { ...data, mediaType: null, lines: [], mode: null, maxAge: null, mx: null };
  const status = String(data.httpStatus);
  if (fault === "no_host") add("mail.mta_sts_host_missing", host);
  if (fault === "tls") add("mail.mta_sts_certificate", host);
  if (fault === "too_large") add("mail.mta_sts_too_large", host);
  if (fault === "moved") add("mail.mta_sts_redirect", about(status));
  if (fault === "status") add("mail.mta_sts_status", about(status));
  if (failed !== null && data.httpStatus !== null) add("mail.mta_sts_refused", about(status));
  if (failed !== null && data.httpStatus === null)
    add("mail.mta_sts_unreachable", about(`${host}, ${failed}`));
  if (file === null) return { data: served, policy: null };
  const { type, body } = file;
  if (type?.split(";", 1)[0]?.trim().toLowerCase() !== "text/plain")
    add("mail.mta_sts_media_type", type === null ? "missing" : printable(type, 100));
  const lines = policyLines(fromBase64(body));
  const policy = readStsPolicy(lines);
  for (const problem of policy.problems) add("mail.mta_sts_policy_invalid", problem);
  for (const loose of policy.loose) add("mail.mta_sts_policy_loose", loose);
  return {
    data: {
      ...served,
      mediaType: type && printable(type, 100),
      status: policy.problems.length === 0 ? "valid" : "invalid",
      lines: lines.slice(0, SHOWN_MAX).map((line) => printable(line, 300)),
      mode: policy.mode,
      maxAge: policy.maxAge,
      mx: policy.mx.slice(0, SHOWN_MAX),
    },
    policy,
  };
}
