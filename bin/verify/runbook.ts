/** The parts of a runbook entry, in this order. */
const PARTS = ["**Callers notice** ", "**See** ", "**Do** "];
/** Maximum number of lines in a runbook entry, which must fit on one screen. */
const SCREEN_LINES = 24;

/**
 * Compares the runbook with the alerts and dashboards, in both directions.
 * @param alerts names of the alerts.
 * @param panels titles of the dashboards' panels, which the runbook writes as _title_.
 * @returns the problems.
 */
export function compareRunbook(
  text: string,
  alerts: readonly string[],
  panels: readonly string[],
): readonly string[] {
  const entries = new Map(
    text
      .split(/^(?=##)/m)
      .flatMap((part) => [...part.matchAll(/^### (Dnstools\w+)$/gm)].map(([, name = ""]) => [name, part])),
  );
  const named = [...text.matchAll(/(?<!\w)_([A-Z0-9][^_\n]*)_(?!\w)/g)].map(([, title = ""]) => title);
  const mentioned = [...text.matchAll(/\bDnstools\w+/g)].map(([name]) => name);
  return [
    ...alerts.flatMap((name) => (entries.has(name) ? [] : [`${name} has no entry`])),
    ...new Set(mentioned.flatMap((name) => (alerts.includes(name) ? [] : [`there is no alert ${name}`]))),
    ...named.flatMap((title) =>
      panels.some((panel) => panel.startsWith(title)) ? [] : [`no panel is called ${title}`],
    ),
    ...[...entries].flatMap(([name, entry]) => entryProblems(entry).map((problem) => `${name} ${problem}`)),
  ];
}

function entryProblems(entry: string): readonly string[] {
  const places = PARTS.map((part) => entry.indexOf(`\n${part}`));
  return [
    ...(places.every((place, at) => place > (places[at - 1] ?? 0)) ? [] : [`does not say ${PARTS.join("")}`]),
    ...(entry.trimEnd().split("\n").length > SCREEN_LINES ? ["is longer than a screen"] : []),
  ];
}
