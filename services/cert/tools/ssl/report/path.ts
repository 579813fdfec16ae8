import { join, outside, say } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import type { Link } from "../data/certificate.ts";
import type { ServerData } from "../data.ts";
import { type Certificates, NAME_MAX, nameOf } from "./certificates.ts";
import { cut, dotted, words, worstOf } from "./words.ts";

/**
 * Returns the best path of servers with the same chain. The path begins at its end, and each certificate is below its
 * issuer.
 * @param by the servers, if other servers have a different path; null if all servers have this path.
 */
export function pathBranch(
  [server]: readonly ServerData[],
  certificates: Certificates,
  by: Text | null,
): readonly Branch[] {
  if (server === undefined) return [];
  const links = server.withAia?.path ?? server.path ?? [];
  const last = links.at(-1);
  const end = endOf(last, server);
  const below = links.reduce<readonly Branch[]>((children, link, at) => {
    const place = { isLeaf: at === 0, isSelfSigned: end === "self_signed" && link === last, by };
    return [{ ...linkBranch(link, place, server, certificates), children }];
  }, []);
  const top = certificates.get(last?.sha256 ?? "");
  if (end !== "open" || top === undefined) return below;
  return [
    {
      text: dotted([
        top.issuer === "" ? "a certificate without a name" : cut(top.issuer, NAME_MAX),
        "not sent, not in the trust store",
        fetchedText(server.withAia),
      ]),
      status: server.verdicts.trust.status,
      children: below,
    },
  ];
}

/** Describes how a path ends; null if the end is unclear, for example because parts of the path were not checked. */
function endOf(
  last: Link | undefined,
  { withAia, verdicts: { trust } }: ServerData,
): "anchor" | "self_signed" | "open" | null {
  if (last === undefined || last.from === "store") return "anchor";
  const { status, reason } = withAia ?? trust;
  if (reason === "self_signed" || reason === "unknown_ca") return "self_signed";
  const isOpen = withAia === null ? reason === "issuer_not_found" : status !== "pass";
  return isOpen ? "open" : null;
}

/** Describes the result of fetching a missing issuer (AIA). */
function fetchedText(withAia: ServerData["withAia"]): string | null {
  if (withAia === null) return null;
  if (withAia.reason === "no_aia") return "no certificate says where to fetch it (AIA)";
  if (withAia.status === "unknown") return `could not be fetched (${words(withAia.reason ?? "")})`;
  return "not found at the URLs in the certificates (AIA)";
}

/** Problems that mean that a part of the path could not be checked. */
const UNCHECKED: readonly string[] = ["signature_unknown", "signatures_unchecked", "constraints_unchecked"];
/** Problems with the dates of a server's own certificate, which have their own verdict. */
const OWN_DATES: readonly string[] = ["expired", "not_yet_valid"];

type Place = { readonly isLeaf: boolean; readonly isSelfSigned: boolean; readonly by: Text | null };

/** Builds the branch of a certificate on the path, with its source and its problems. */
function linkBranch(
  { sha256, from, problems }: Link,
  { isLeaf, isSelfSigned, by }: Place,
  { verdicts, withAia }: ServerData,
  certificates: Certificates,
): Omit<Branch, "children"> {
  const { validity, trust, chain } = verdicts;
  const one = certificates.get(sha256);
  // A trust anchor's signature on itself is not used, so it may be weak.
  const signature = from === "store" || isSelfSigned || !one?.signature.weak ? null : one.signature;
  const key = from === "store" || !one?.key.weak ? null : one.key;
  const own = problems.filter(({ code }) => !isLeaf || !OWN_DATES.includes(code));
  const status = worstOf([
    ...own.map(({ code }): Status => (UNCHECKED.includes(code) ? "unknown" : "fail")),
    ...(isLeaf ? [validity.status] : []),
    ...(from === "aia" && !isSelfSigned ? [chain.status] : []),
    ...(isSelfSigned ? [withAia?.status ?? trust.status] : []),
    ...(signature === null && key === null ? [] : [trust.status]),
    ...(trust.status === "pass" || trust.status === "warning" ? (["pass"] as const) : []),
  ]);
  const sent: Text = isLeaf && by !== null ? join(["sent by ", by]) : "sent";
  const text = dotted([
    nameOf(sha256, certificates),
    from === "sent" ? sent : from === "store" ? "trust store" : "not sent; found by AIA",
    isSelfSigned ? "self-signed, not in the trust store" : null,
    signature === null ? null : say`weak signature (${signature.algorithm})`,
    key === null ? null : say`weak key (${key.algorithm}, ${key.bits ?? "?"} bits)`,
    isLeaf && validity.reason !== null ? words(validity.reason) : null,
    ...own.map(({ message }) => outside(message)),
  ]);
  return { status, text };
}
