/** A changelog with the release date in the heading of its first section. */
export type Dated = {
  /** The whole changelog. */
  readonly changelog: string;
  /** The section of this version, without its heading. */
  readonly section: string;
};

/**
 * Writes the date into the heading of the first section, `## VERSION, unreleased`. A section that already has a date stays unchanged.
 * @param day YYYY-MM-DD. @throws if the first section is of another version, or empty.
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
