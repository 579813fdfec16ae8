import { STS_VERSION } from "@dnstools/core/protocol/mail/mta-sts";
import { type Selected, selectRecords } from "@dnstools/core/protocol/mail/versioned-record";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { type Answer, type Known, textsOf } from "../answers.ts";
import type { FileSeen } from "../seen.ts";

/** What is known of a domain's MTA-STS. */
export type MtaStsReading = {
  /** Seconds since 1970. */
  readonly at: number;
  readonly txt: Answer<"TXT">;
  readonly selected: Selected;
  readonly url: string;
  /** Null where nothing says that there is one. */
  readonly policy: Outcome<FileSeen> | null;
};

/** Senders must take so many bytes (RFC 8461 3.3). */
const BYTES_MAX = 65_536;

/** Asks for the record, and for the policy where there is a record that begins as it must. */
export function readMtaSts(known: Known, domain: string): MtaStsReading {
  const txt = known.dns(`_mta-sts.${domain}`, "TXT");
  const selected = selectRecords(textsOf(txt), STS_VERSION);
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const policy = selected.records.length > 0 ? known.file(url, BYTES_MAX).outcome : null;
  return { at: known.at, txt, selected, url, policy };
}

/** Whether there is a record that senders go by, right or wrong. */
export function usesMtaSts({ selected }: MtaStsReading): boolean {
  return selected.records.length === 1;
}
