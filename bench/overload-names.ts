import { FIX } from "@dnstools/lab/plan/fix";
import { publish } from "@dnstools/lab/support/publish";

/** Names that have records, enough that no two calls in flight ask about the same name. */
export const NAMES: readonly string[] = Array.from({ length: 1000 }, (_, i) => `o${i + 1}.${FIX}`);

/** Maximum number of records in one dynamic update, which must fit into one message. */
const UPDATE_MAX = 200;

/** Publishes the records of all names in the lab. */
export async function publishNames(): Promise<void> {
  const records = NAMES.flatMap((name, i) => [
    { name, type: "A", value: `93.184.${200 + (i >> 8)}.${i & 255}` },
    { name, type: "MX", value: `10 mx.${FIX}.` },
    { name, type: "TXT", value: "v=spf1 mx -all" },
  ]);
  for (let i = 0; i < records.length; i += UPDATE_MAX)
    await publish({ add: records.slice(i, i + UPDATE_MAX) });
}
