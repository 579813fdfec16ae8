import { recordsOf } from "../answers.ts";
import type { MxRecords } from "../mx-records.ts";
import { MX_PROVIDERS, providerOf } from "../providers.ts";
import { providersIn } from "../spf/lookup-spf.ts";
import type { SpfNode } from "../spf/tree-spf.ts";

/** Returns the providers of the domain's mail servers and senders; null until MX and SPF are answered. */
export function providersOf({ mx }: MxRecords, spf: SpfNode): readonly string[] | null {
  if (mx.pending || spf.status === "pending") return null;
  const servers = recordsOf(mx)
    .slice(0, 20)
    .map(({ data }) => providerOf(data.exchange.toLowerCase().replace(/\.$/, ""), MX_PROVIDERS));
  return [...new Set([...servers.filter((one) => one !== null), ...providersIn(spf)])];
}
