import type { Answer } from "@dnstools/core/report/answer";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Status, Text } from "@dnstools/core/report/report";
import type { ServerData } from "../data.ts";
import type { FINDINGS } from "../findings.ts";
import { isAbout, words, worstOf } from "./words.ts";

/** Findings about a server that are not visible in its verdicts. */
const CODES: readonly (keyof typeof FINDINGS)[] = [
  ...(["ssl.lifetime", "ssl.key_type", "ssl.no_timestamps", "ssl.revoked"] as const),
  ...(["ssl.must_staple_missing", "ssl.staple_broken", "ssl.second_certificate"] as const),
  ...(["ssl.auth_in_clear", "ssl.mx_alias", "ssl.caa_not_allowed"] as const),
  ...(["ssl.caa_critical_unknown", "ssl.caa_tag_misspelt"] as const),
];

/** Status and text of the findings that a server's verdicts do not show. */
export type Otherwise = { readonly status: Status; readonly text: Text };

/** Returns the findings about a server that its verdicts do not show; null if there is no such finding. */
export function otherwiseOf(server: ServerData, findings: Answer["findings"]): Otherwise | null {
  const found = findings.filter((one) => CODES.some((code) => code === one.code) && isAbout(one, server));
  if (found.length === 0) return null;
  return {
    status: worstOf(found.map(({ severity }) => SEVERITY_STATUS[severity])),
    text: found.map(({ code }) => words(code.replace("ssl.", ""))).join(", "),
  };
}
