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
      const cells = [
        list.zone,
        one?.family ?? list.takes.join(", "),
        state,
        one?.health.fault ?? one?.health.reason ?? "",
      ];
      const checked = one?.health.checkedAt ?? "";
      return `<tr class="${state}">${[...cells, list.weight, checked].map(cell).join("")}<td>${(one?.health.points ?? []).map(escaped).join("<br>")}</td></tr>`;
    });
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>dnstools: blocklists</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff }
table { border-collapse: collapse } td, th { text-align: left; padding: .2rem .8rem; border-bottom: 1px solid #ddd; vertical-align: top }
.healthy td:nth-child(3) { background: #d7f0d7 } .unhealthy td:nth-child(3) { background: #f6d3d3 } .unknown td:nth-child(3) { background: #f7ebc6 }
</style>
<h1>Blocklists, as seen from here</h1>
<p>A list is believed if its first test point is listed and its second is not (RFC 5782 5). A list is tested at its first query
and then every few hours, while queries continue.</p>
<table><tr><th>list<th>takes<th>state<th>fault<th>weight<th>checked<th>test points (names below the list's zone)</tr>
${rows.join("\n")}
</table></html>
`;
}

function cell(text: string): string {
  return `<td>${escaped(text)}</td>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
