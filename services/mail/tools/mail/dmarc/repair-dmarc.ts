import {
  type DmarcRecord,
  isDmarc,
  isWeaker,
  type Policy,
  parseDmarc,
  TAGS,
} from "@dnstools/core/protocol/dmarc/record";

/**
 * The record without what makes trouble, asking for as much as before; where `raise` is set, for more: at least quarantine,
 * for what is below too, and no longer as a test.
 */
export function repairedDmarc(
  record: DmarcRecord,
  options: { readonly domain: string; readonly raise: boolean; readonly reports: boolean },
): string {
  const { rua, ruf, adkim, aspf, psd, fo } = record;
  const written = record.p ?? "none";
  const p = options.raise && written === "none" ? "quarantine" : written;
  const below = (policy: Policy | null) => {
    const weaker = policy !== null && isWeaker(policy, p);
    return policy === p || (options.raise && weaker) ? null : policy;
  };
  const uris = (list: DmarcRecord["rua"]) =>
    (list ?? [])
      .map(({ uri, problem }) =>
        problem === null ? uri : /^[^@:,!\s]+@[a-z0-9.-]+$/i.test(uri) ? `mailto:${uri}` : null,
      )
      .filter((uri) => uri !== null);
  const own = options.reports ? [`mailto:dmarc-reports@${options.domain}`] : [];
  const reported = uris(rua).length > 0 ? uris(rua) : own;
  const values: Readonly<Partial<Record<(typeof TAGS)[number], string | null>>> = {
    v: "DMARC1",
    p,
    sp: below(record.sp),
    np: below(record.np),
    t: record.test && !options.raise ? "y" : null,
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

/** A text that was meant to be a record, as one; null where that cannot be told. */
export function recordMeant(text: string): DmarcRecord | null {
  const rest = text
    .replace(/(?:^|[;\s"'])v\s*=\s*["']?dmarc[\s\-_.]*1?["']?/i, ";")
    .replace(/[^\x20-\x7e]/g, " ")
    .replace(/^[\s;"']+/, "");
  const meant = `v=DMARC1; ${rest}`;
  if (!isDmarc(meant)) return null;
  const record = parseDmarc(meant);
  return record.p === null ? null : record;
}
