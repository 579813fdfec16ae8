import { operatorPage, pageRow } from "@dnstools/server/http/operator-page";
import { BLACKLISTS, INFORMATIONAL } from "../lists.ts";
import type { ListsHealth } from "./health.ts";

/** Returns an HTML page for the operator with the test results of every list, as seen from this API. */
export function healthPage(health: ListsHealth): string {
  const byZone = Map.groupBy(health.all(), ({ zone }) => zone);
  const rows = [...BLACKLISTS, ...INFORMATIONAL].flatMap((list) => {
    const tried = byZone.get(list.zone) ?? [];
    const all = tried.length > 0 ? tried : [null];
    return all.map((one) => {
      const state = one?.health.state ?? "not asked yet";
      return pageRow(state, [
        list.zone,
        one?.family ?? list.takes.join(", "),
        state,
        one?.health.fault ?? one?.health.reason ?? "",
        list.weight,
        one?.health.checkedAt ?? "",
        one?.health.points ?? [],
      ]);
    });
  });
  return operatorPage(
    "blocklists",
    `<h1>Blocklists, as seen from here</h1>
<p>A list is believed if its first test point is listed and its second is not (RFC 5782 5). A list is tested at its first query
and then every few hours, while queries continue.</p>
<table><tr><th>list<th>takes<th>state<th>fault<th>weight<th>checked<th>test points (names below the list's zone)</tr>
${rows.join("\n")}
</table>`,
    3,
  );
}
