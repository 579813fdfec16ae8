import type { BimiLocation } from "@dnstools/core/protocol/bimi/record";
import { checkSvg, unpackSvg } from "@dnstools/core/protocol/bimi/svg";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { evaluateFetch } from "../judge/fetched-file.ts";
import type { FileObservation } from "../observations.ts";
import type { Findings } from "../section.ts";
import type { LogoData } from "./data.ts";
import type { BIMI_FINDINGS } from "./findings.ts";

type AddFinding = Findings<typeof BIMI_FINDINGS>["add"];

const BYTES_GOOD = 32_768;

/** Evaluates the logo. `svg`: its decompressed bytes, null where they are unknown. */
export function evaluateLogo(
  location: BimiLocation,
  outcome: Outcome<FileObservation> | null,
  add: AddFinding,
): { readonly data: LogoData; readonly svg: Uint8Array | null } {
  const { file, fault, words, failed, data } = evaluateFetch(location.text, outcome);
  const nothing = { ...data, bytes: null, title: null, square: null, problems: [] };
  if (fault === "no_host" || fault === "status") add("mail.bimi_logo_missing", words);
  if (fault === "moved") add("mail.bimi_logo_redirect", words);
  if (fault === "tls") add("mail.bimi_logo_certificate", hostOf(location));
  if (fault === "too_large") add("mail.bimi_logo_large", words);
  if (failed !== null) add("mail.bimi_logo_unreachable", `${hostOf(location)}, ${failed}`);
  if (file === null) return { data: nothing, svg: null };
  const svg = unpackSvg(fromBase64(file.body));
  if (svg === null) {
    const problem = "it cannot be unpacked, or comes to more than 512 KB";
    add("mail.bimi_logo_invalid", problem);
    return { data: { ...nothing, status: "invalid", problems: [problem] }, svg: null };
  }
  const { problems, title, square } = checkSvg(svg);
  for (const problem of problems) add("mail.bimi_logo_invalid", problem);
  if (svg.length > BYTES_GOOD) add("mail.bimi_logo_large", `${svg.length} bytes`);
  if (square !== true && problems.length === 0) add("mail.bimi_logo_not_square");
  const status = problems.length === 0 ? "valid" : "invalid";
  return { data: { ...data, status, bytes: svg.length, title, square, problems: [...problems] }, svg };
}

function hostOf({ url }: BimiLocation): string | null {
  return url?.split("/")[2] ?? null;
}
