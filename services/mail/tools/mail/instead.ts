import { type Answer, textsOf } from "@dnstools/core/mail/answers";
import { isSenderId } from "@dnstools/core/mail/spf/findings-spf";
import { timestamp } from "@dnstools/core/protocol/dns/text";
import { toBase64 } from "@dnstools/core/protocol/platform";
import { isNearSpf, isSpf } from "@dnstools/core/protocol/spf/record";
import { absent, present } from "@dnstools/core/tool/outcome";
import type { ReportAnswers } from "./answers.ts";
import { policyUrl } from "./mta-sts/lookup-mta-sts.ts";
import type { Instead } from "./section.ts";

/**
 * Returns the answers as they would be if the domain published the given texts. Each text replaces everything of its
 * kind that the domain publishes: the SPF text also replaces records of type SPF and Sender ID records. Names and
 * files that the texts refer to are looked up as usual.
 */
export function withInstead(
  answers: ReportAnswers,
  { domain, spf = null, dmarc = null, mtasts = null }: Instead & { readonly domain: string },
): ReportAnswers {
  if (spf === null && dmarc === null && mtasts === null) return answers;
  const given = new Map<string, string>();
  if (dmarc !== null) given.set(`_dmarc.${domain}`, dmarc);
  if (mtasts !== null) given.set(`_mta-sts.${domain}`, `v=STSv1; id=${timestamp(answers.at)}`);
  const made = new Map<Answer | string, Answer>();

  function once(key: Answer | string, make: () => Answer): Answer {
    const answer = made.get(key) ?? make();
    made.set(key, answer);
    return answer;
  }

  function replaced(name: string, type: string): Answer | null {
    if (name === domain && spf !== null && type === "SPF") return once("SPF", () => ANSWERED);
    if (type !== "TXT") return null;
    if (name === domain && spf !== null) {
      const published = answers.dns(domain, "TXT");
      return published.pending ? published : once(published, () => withSpf(published, domain, spf));
    }
    const text = given.get(name);
    return text === undefined
      ? null
      : once(name, () => ({ ...ANSWERED, outcome: present([txt(name, text)]) }));
  }

  return {
    ...answers,
    // The cast is safe: `replaced` returns TXT records for type TXT, and no records for type SPF.
    dns: (name, type, group) => (replaced(name, type) as never) ?? answers.dns(name, type, group),
    file(url, bytesMax) {
      if (mtasts === null || url !== policyUrl(domain)) return answers.file(url, bytesMax);
      const file = { status: 200, type: "text/plain", body: toBase64(mtasts) };
      return { outcome: present(file), pending: false };
    },
  };
}

/** Answer for a name that has no record of the queried type. */
const ANSWERED: Answer = {
  ...{ aliases: [], secure: false, denied: false, pending: false, results: null },
  outcome: absent("nodata"),
};

/** Returns the domain's texts with the given SPF record in place of its SPF and Sender ID records. */
function withSpf(published: Answer<"TXT">, domain: string, spf: string): Answer {
  const others = textsOf(published).filter((text) => !isSpf(text) && !isNearSpf(text) && !isSenderId(text));
  return {
    ...published,
    outcome: present([...others, spf].map((text) => txt(domain, text))),
    results: null,
  };
}

function txt(name: string, text: string) {
  return { name, type: "TXT", ttl: 0, value: text, data: { text } } as const;
}
