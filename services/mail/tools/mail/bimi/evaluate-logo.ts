import type { Findings } from "@dnstools/core/mail/section";
import type { BimiLocation } from "@dnstools/core/protocol/bimi/record";
import { checkSvg, unpackSvg } from "@dnstools/core/protocol/bimi/svg";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { evaluateFetch } from "../judge/fetched-file.ts";
import type { FileObservation } from "../observations.ts";
import type { LogoData } from "./data.ts";
import type { BIMI_FINDINGS } from "./findings.ts";

type AddFinding = Findings<typeof BIMI_FINDINGS>["add"];

/** Maximum recommended size of a logo, in bytes. */
const BYTES_GOOD = 32_768;

/** Evaluates the logo file. @returns `svg`: the decompressed bytes; null if unknown. */
export function evaluateLogo(
  location: BimiLocation,
  outcome: Outcome<FileObservation> | null,
  add: AddFinding,
): { readonly data: LogoData; readonly svg: Uint8Array | null } {
  const { file, fault, words, failed, data } = evaluateFetch(location.text, outcome);
  const host = location.url?.split("/")[2] ?? "";
  const about = (subject: string) => ({ subject, subjects: [host] });
  const nothing = { ...data, bytes: null, title: null, square: null, problems: [] };
  if (fault === "no_host" || fault === "status") add("mail.bimi_logo_missing", about(words));
  if (fault === "moved") add("mail.bimi_logo_redirect", about(words));
  if (fault === "tls") add("mail.bimi_logo_certificate", host);
  if (fault === "too_large") add("mail.bimi_logo_large", about(words));
  if (failed !== null) add("mail.bimi_logo_unreachable", about(`${host}, ${failed}`));
  if (file === null) return { data: nothing, svg: null };
  const svg = unpackSvg(fromBase64(file.body));
  if (svg === null) {
    const problem = "it cannot be decompressed, or is larger than 512 KB";
    add("mail.bimi_logo_invalid", problem);
    return { data: { ...nothing, status: "invalid", problems: [problem] }, svg: null };
  }
  const { problems, title, square } = checkSvg(svg);
  for (const problem of problems) add("mail.bimi_logo_invalid", problem);
  if (svg.length > BYTES_GOOD) add("mail.bimi_logo_large", about(`${svg.length} bytes`));
  if (square !== true && problems.length === 0) add("mail.bimi_logo_not_square", host);
  const status = problems.length === 0 ? "valid" : "invalid";
  return { data: { ...data, status, bytes: svg.length, title, square, problems: [...problems] }, svg };
}
