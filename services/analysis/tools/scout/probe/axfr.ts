import { unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";
import type { TransferObservation, TransferRecord } from "../observations.ts";

/**
 * Maximum number of records that are received in one transfer. BYTES_MAX is the maximum number of bytes received,
 * SHOWN_MAX of records shown, and VALUE_MAX of characters shown of each value.
 */
const RECORDS_MAX = 20_000;
const BYTES_MAX = 4 * 1024 * 1024;
const SHOWN_MAX = 100;
const VALUE_MAX = 512;
/** Maximum number of transfers at the same time. */
const AT_ONCE = 8;

/**
 * Requests a zone transfer over TCP (RFC 5936) from every address of a zone's servers.
 * @param observed receives each result.
 */
export async function probeTransfers(
  session: NetSession,
  apex: string,
  servers: readonly DnsServer[],
  { until, observed }: { until: AbortSignal; observed: TransferObservation[] },
): Promise<void> {
  const left = servers.values();
  const work = async () => {
    for (const server of left) {
      if (until.aborted) return;
      const first: TransferRecord[] = [];
      const {
        outcome: got,
        rcode,
        connected,
        records,
        bytes,
        elapsedMs,
      } = await session.transfer(server, apex, {
        recordsMax: RECORDS_MAX,
        bytesMax: BYTES_MAX,
        until: AbortSignal.any([until, AbortSignal.timeout(session.waits.scoutTransferMs)]),
        onRecords(all) {
          for (const { name, type, ttl, value } of all.slice(0, SHOWN_MAX - first.length))
            first.push({ name, type, ttl, value: value.slice(0, VALUE_MAX) });
        },
      });
      // If the transfer timed out because our own time limit was reached, the timeout shows nothing about the server.
      const cut = until.aborted && got.kind === "unknown" && got.reason === "timeout";
      const outcome = cut ? unknown("budget") : got;
      const { name, address } = server;
      observed.push({ name, address, outcome, rcode, connected, records, bytes, elapsedMs, first });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
