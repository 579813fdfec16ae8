import { toolPath } from "@dnstools/core/tool/contract";
import { queryOf } from "@dnstools/core/tool/params";
import type { Instead, Section } from "../section.ts";

/** Words before what is said of given texts, with the parameters that gave them; empty where there are none. */
export function wordsFor({ spf = null, dmarc = null, mtasts = null }: Instead): string {
  const given = Object.entries({ spf, dmarc, mtasts }).flatMap(([name, text]) =>
    text === null ? [] : [`${name}=`],
  );
  return given.length === 0 ? "" : `With ${given.join(" and ")} of this call (not what is published): `;
}

/** A section whose text a call gave: it says so in its data and in each of its findings. */
export function sayInstead<Data extends { instead: string | null }>(
  section: Section<Data>,
  name: keyof Instead,
  text: string | null | undefined,
): Section<Data> {
  if (text == null) return section;
  const words = wordsFor({ [name]: text });
  return {
    ...section,
    data: { ...section.data, instead: name },
    findings: section.findings.map((one) => ({ ...one, message: `${words}${one.message}` })),
  };
}

/** Characters of a path that every part on its way takes: the request line that the proxy reads has 8 KB. */
const PATH_MAX = 8000;

/** The call with other texts given too; null where it would be too long. */
export function testPath(input: Readonly<Record<string, unknown>>, test: Instead): string | null {
  const path = `${toolPath("mail")}?${queryOf({ ...input, ...test })}`;
  return path.length <= PATH_MAX ? path : null;
}
