import type { BimiLocation } from "@dnstools/core/protocol/bimi/record";
import { checkSvg, unpackSvg } from "@dnstools/core/protocol/bimi/svg";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { judgeFetched } from "../judge/fetched-file.ts";
import type { Sayer } from "../section.ts";
import type { FileSeen } from "../seen.ts";
import type { LogoData } from "./data.ts";
import type { BIMI_FINDINGS } from "./findings.ts";

type Say = Sayer<typeof BIMI_FINDINGS>["say"];

const BYTES_GOOD = 32_768;

/** Judges the logo. `svg`: its bytes unpacked, null where they are not known. */
export function judgeLogo(
  location: BimiLocation,
  outcome: Outcome<FileSeen> | null,
  say: Say,
): { readonly data: LogoData; readonly svg: Uint8Array | null } {
  const { file, fault, words, failed, data } = judgeFetched(location.text, outcome);
  const nothing = { ...data, bytes: null, title: null, square: null, problems: [] };
  if (fault === "no_host" || fault === "status") say("mail.bimi_logo_missing", words);
  if (fault === "moved") say("mail.bimi_logo_redirect", words);
  if (fault === "tls") say("mail.bimi_logo_certificate", hostOf(location));
  if (fault === "too_large") say("mail.bimi_logo_large", words);
  if (failed !== null) say("mail.bimi_logo_unreachable", `${hostOf(location)}, ${failed}`);
  if (file === null) return { data: nothing, svg: null };
  const svg = unpackSvg(fromBase64(file.body));
  if (svg === null) {
    const problem = "it cannot be unpacked, or comes to more than 512 KB";
    say("mail.bimi_logo_invalid", problem);
    return { data: { ...nothing, status: "invalid", problems: [problem] }, svg: null };
  }
  const { problems, title, square } = checkSvg(svg);
  for (const problem of problems) say("mail.bimi_logo_invalid", problem);
  if (svg.length > BYTES_GOOD) say("mail.bimi_logo_large", `${svg.length} bytes`);
  if (square !== true && problems.length === 0) say("mail.bimi_logo_not_square");
  const status = problems.length === 0 ? "valid" : "invalid";
  return { data: { ...data, status, bytes: svg.length, title, square, problems: [...problems] }, svg };
}

function hostOf({ url }: BimiLocation): string | null {
  return url?.split("/")[2] ?? null;
}
