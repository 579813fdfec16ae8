import { toolPath } from "@dnstools/core/tool/contract";
import { queryOf } from "@dnstools/core/tool/params";
import type { Instead, Section } from "../section.ts";

/**
 * Returns a prefix for texts about records that were sent with the call. The prefix names the parameters that contain
 * these records; it is empty if the call has no such parameter.
 */
export function wordsFor({ spf = null, dmarc = null, mtasts = null }: Instead): string {
  const given = Object.entries({ spf, dmarc, mtasts }).flatMap(([name, text]) =>
    text === null ? [] : [`${name}=`],
  );
  return given.length === 0 ? "" : `With ${given.join(" and ")} from this call (not what is published): `;
}

/** Marks a section that was judged on a text from the call, in its data and in each of its findings. */
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

/** Maximum length of a request path, in characters: the proxy accepts request lines of up to 8 KB. */
const PATH_MAX = 8000;

/** Returns the path of the same call with other texts to judge; null if the path would be too long. */
export function testPath(input: Readonly<Record<string, unknown>>, test: Instead): string | null {
  const path = `${toolPath("mail")}?${queryOf({ ...input, ...test })}`;
  return path.length <= PATH_MAX ? path : null;
}
