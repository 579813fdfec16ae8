import { printable } from "../../harmless.ts";
import { Reader } from "./reader.ts";
import type { OptFrame } from "./record.ts";
import { hex, textOf } from "./text.ts";

/** An Extended DNS Error (RFC 8914). */
export type ExtendedError = { readonly code: number; readonly name: string; readonly text: string };

/** The contents of an OPT record (RFC 6891). */
export type Edns = {
  readonly version: number;
  readonly udpSize: number;
  readonly dnssecOk: boolean;
  /** The server's identifier (NSID, RFC 5001); null if it sent none. */
  readonly nsid: string | null;
  readonly errors: readonly ExtendedError[];
  /** Client and server cookie as lower-case hex (RFC 7873); null if the server sent none. */
  readonly cookie: string | null;
};

const [NSID, COOKIE, EDE] = [3, 10, 15];

/** Names of the extended errors, indexed by code. Source: IANA Extended DNS Error Codes, as of 2026-11-20. */
const ERRORS: readonly string[] = [
  ...[
    "Other Error",
    "Unsupported DNSKEY Algorithm",
    "Unsupported DS Digest Type",
    "Stale Answer",
    "Forged Answer",
  ],
  ...[
    "DNSSEC Indeterminate",
    "DNSSEC Bogus",
    "Signature Expired",
    "Signature Not Yet Valid",
    "DNSKEY Missing",
  ],
  ...[
    "RRSIGs Missing",
    "No Zone Key Bit Set",
    "NSEC Missing",
    "Cached Error",
    "Not Ready",
    "Blocked",
    "Censored",
  ],
  ...["Filtered", "Prohibited", "Stale NXDOMAIN Answer", "Not Authoritative", "Not Supported"],
  ...[
    "No Reachable Authority",
    "Network Error",
    "Invalid Data",
    "Signature Expired before Valid",
    "Too Early",
  ],
  ...["Unsupported NSEC3 Iterations Value", "Unable to conform to policy", "Synthesized"],
];

/** Maximum number of extended errors kept from a response. Real servers send one or two. */
const ERRORS_MAX = 8;
/** Maximum length of the NSID and of an error text, in characters. Servers can send longer ones. */
const TEXT_MAX = 256;

/**
 * Parses an OPT record's options and ignores unknown options.
 * @throws WireError if the options are malformed.
 */
export function readOptions({ udpSize, ttl, options }: OptFrame): Edns {
  let nsid: string | null = null;
  let cookie: string | null = null;
  const errors: ExtendedError[] = [];
  const reader = options === null ? null : new Reader(options);
  while (reader !== null && reader.left > 0) {
    const code = reader.u16();
    const value = reader.take(reader.u16());
    if (code === NSID) nsid = printable(textOf(value), TEXT_MAX);
    if (code === COOKIE) cookie = hex(value).toLowerCase();
    if (code === EDE && value.length >= 2 && errors.length < ERRORS_MAX) {
      const number = ((value[0] as number) << 8) | (value[1] as number);
      // Some servers end the error text with NUL characters, which RFC 8914 2 asks clients to tolerate.
      const text = printable(textOf(value.subarray(2)).replace(/\0+$/, ""), TEXT_MAX);
      errors.push({ code: number, name: ERRORS[number] ?? `EDE${number}`, text });
    }
  }
  return {
    version: (ttl >>> 16) & 0xff,
    udpSize,
    dnssecOk: (ttl & 0x8000) !== 0,
    nsid,
    errors,
    cookie,
  };
}
