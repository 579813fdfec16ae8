import type { DnsRecord, RecordType } from "./dns-record.ts";

/** What is asked. The class is always IN; the root's name is empty. */
export type Question = { readonly name: string; readonly type: RecordType };

/** A response, read. */
export type DnsReply = {
  readonly rcode: string;
  /** Header flags as dig prints them: aa tc rd ra ad cd. */
  readonly flags: readonly string[];
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
};
