/** The text that is still to be released, with the day of its release written into its heading. */
export type Dated = {
  /** The whole changelog. */
  readonly changelog: string;
  /** The section of this version, without its heading. */
  readonly section: string;
};

/**
 * Dates the section `## VERSION, unreleased`, which is the first one. One that is dated already is left as it is.
 * @param day YYYY-MM-DD. @throws where the changelog has no such section, or nothing in it.
 */
export function dateSection(changelog: string, version: string, day: string): Dated {
  const sections = changelog.split(/^(?=## )/m);
  const first = sections[1] ?? "";
  const [heading = "", ...lines] = first.split("\n");
  const section = lines.join("\n").trim();
  const [, name, state = ""] = /^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
  if (name !== version)
    throw new Error(`CHANGELOG.md begins with "${heading}": it needs "## ${version}, unreleased".`);
  if (section === "") throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  if (state !== "unreleased") return { changelog, section };
  return { changelog: changelog.replace(heading, `## ${version}, ${day}`), section };
}
