import {
  type DmarcRecord,
  isDmarc,
  isWeaker,
  type Policy,
  parseDmarc,
  TAGS,
} from "@dnstools/core/protocol/dmarc/record";

/** Maximum number of report addresses to keep: receivers send reports only to a few. */
const URIS_MAX = 20;

/**
 * Returns the record with its faults corrected. The policy stays the same unless `raise` is set: then a policy of none
 * becomes `raise`, and weaker policies for subdomains and the test mode are removed.
 */
export function fixedDmarc(
  record: DmarcRecord,
  options: { readonly domain: string; readonly raise: Policy | null; readonly reports: boolean },
): string {
  const { rua, ruf, adkim, aspf, psd, fo } = record;
  const { raise } = options;
  const written = record.p ?? "none";
  const p = raise !== null && written === "none" ? raise : written;
  const below = (policy: Policy | null, otherwise: Policy) => {
    const weaker = policy !== null && isWeaker(policy, otherwise);
    return policy === otherwise || (raise !== null && weaker) ? null : policy;
  };
  const sp = below(record.sp, p);
  const uris = (list: DmarcRecord["rua"]) =>
    (list ?? [])
      .map(({ uri, problem }) =>
        problem === null ? uri : /^[^@:,!\s]+@[a-z0-9.-]+$/i.test(uri) ? `mailto:${uri}` : null,
      )
      .filter((uri) => uri !== null)
      .slice(0, URIS_MAX);
  const own = options.reports ? [`mailto:dmarc-reports@${options.domain}`] : [];
  const reported = uris(rua).length > 0 ? uris(rua) : own;
  const values: Readonly<Partial<Record<(typeof TAGS)[number], string | null>>> = {
    v: "DMARC1",
    p,
    sp,
    // If np is left out, sp applies.
    np: below(record.np, sp ?? p),
    t: record.test && raise === null ? "y" : null,
    adkim: adkim === "r" ? null : adkim,
    aspf: aspf === "r" ? null : aspf,
    psd: psd === "u" ? null : psd,
    fo: fo.join(":") === "0" || uris(ruf).length === 0 ? null : fo.join(":"),
    rua: reported.join(",") || null,
    ruf: uris(ruf).join(",") || null,
  };
  const tags = TAGS.flatMap((tag) => (values[tag] ? [`${tag}=${values[tag]}`] : []));
  return `${tags.join("; ")};`;
}

/** Returns the record that a malformed text was meant to be; null if that is unclear. */
export function recordMeant(text: string): DmarcRecord | null {
  const rest = text
    .replace(/(?:^|[;\s"'])v\s*=\s*["']?dmarc[\s\-_.]*1?["']?[\s:,]*/i, ";")
    .replace(/[^\x20-\x7e]/g, " ")
    .replace(/^[\s;"']+/, "");
  const meant = `v=DMARC1; ${rest}`;
  if (!isDmarc(meant)) return null;
  const record = parseDmarc(meant);
  return record.p === null ? null : record;
}
