/** A changelog whose first heading contains the release date. */
export type Dated = {
  /** The text of the whole changelog. */
  readonly changelog: string;
  /** The section about this version, without its heading. */
  readonly section: string;
};

/**
 * Writes the date into the heading of the first section, `## VERSION, unreleased`. A section that already has a date
 * remains unchanged.
 * @param day release date, YYYY-MM-DD
 * @throws if the first section is about another version or is empty
 */
export function dateSection(changelog: string, version: string, day: string): Dated {
  const sections = changelog.split(/^(?=## )/m);
  const first = sections[1] ?? "";
  const [heading = "", ...lines] = first.split("\n");
  const section = lines.join("\n").trim();
  const [, name, state = ""] = /^## (\S+), (unreleased|\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
  if (name !== version)
    throw new Error(
      `The first section of CHANGELOG.md is "${heading}". It must be "## ${version}, unreleased".`,
    );
  if (section === "") throw new Error(`The section ${version} of CHANGELOG.md is empty.`);
  if (state !== "unreleased") return { changelog, section };
  return { changelog: changelog.replace(heading, `## ${version}, ${day}`), section };
}
