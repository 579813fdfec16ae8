/**
 * Returns an HTML page for the operator.
 * @param body HTML; a table's rows are made by `pageRow`
 * @param stateColumn number of the column that is coloured by the row's state, from 1
 */
export function operatorPage(title: string, body: string, stateColumn: number): string {
  const state = `td:nth-child(${stateColumn})`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>dnstools: ${escapedHtml(title)}</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff }
table { border-collapse: collapse } td, th { text-align: left; padding: .2rem .8rem; border-bottom: 1px solid #ddd; vertical-align: top }
.healthy ${state} { background: #d7f0d7 } .unhealthy ${state} { background: #f6d3d3 } .unknown ${state} { background: #f7ebc6 }
</style>
${body}
</html>
`;
}

/**
 * Returns a row of a table.
 * @param state `healthy`, `unhealthy` or `unknown` colours the state's column
 * @param cells the texts of the cells; the parts of a list are lines
 */
export function pageRow(state: string, cells: readonly (string | readonly string[])[]): string {
  const texts = cells.map((cell) => [cell].flat().map(escapedHtml).join("<br>"));
  return `<tr class="${state}">${texts.map((text) => `<td>${text}</td>`).join("")}</tr>`;
}

/** Returns a text as HTML. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
