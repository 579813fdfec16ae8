import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { unknown } from "@dnstools/core/tool/outcome";
import type { DnsClient, TransferExchange } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import type { TransferLimits } from "../dns/transfer.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import type { HostFaults } from "./host-faults.ts";

/** Limits and callbacks of a zone transfer. */
export type TransferOptions = TransferLimits & {
  readonly until: AbortSignal;
  readonly onRecords: (records: readonly DnsRecord[]) => void;
};

/** The result of a transfer: its outcome, the response code of the first message, and the amount received. */
export type TransferObservation = Pick<TransferExchange, "outcome" | "connected" | "records" | "bytes"> & {
  readonly rcode: string | null;
  readonly elapsedMs: number;
};

/** Requests a whole zone from a server (AXFR, RFC 5936). */
export async function transferZone(
  dns: Pick<DnsClient, "transfer">,
  log: EvidenceLog,
  faults: HostFaults,
  server: DnsServer,
  apex: string,
  { until, onRecords, ...limits }: TransferOptions,
): Promise<TransferObservation> {
  const nothing = { connected: false, records: 0, bytes: 0, rcode: null, elapsedMs: 0 };
  if (log.isSpent) return { ...nothing, outcome: unknown("budget") };
  const number = log.begin();
  const end = AbortSignal.any([log.signal, until]);
  const { outcome, evidence, ...far } = await dns.transfer(server, apex, end, onRecords, limits);
  const { rcode, elapsedMs } = evidence;
  const explained = await faults.ofTransfer({ outcome, evidence }, server);
  return { ...far, outcome: log.end(number, explained), rcode, elapsedMs };
}
