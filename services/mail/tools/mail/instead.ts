import { timestamp } from "@dnstools/core/protocol/dns/text";
import { toBase64 } from "@dnstools/core/protocol/platform";
import { isNearSpf, isSpf } from "@dnstools/core/protocol/spf/record";
import { absent, present } from "@dnstools/core/tool/outcome";
import { type Answer, type Answers, textsOf } from "./answers.ts";
import { policyUrl } from "./mta-sts/lookup-mta-sts.ts";
import type { Instead } from "./section.ts";
import { isSenderId } from "./spf/findings-spf.ts";

/**
 * Answers as they would be if the domain published the given texts: each stands for all that the domain itself publishes of its
 * kind, so the SPF record for records of type SPF and Sender ID too. What the texts lead to is looked up as ever.
 */
export function withInstead(
  answers: Answers,
  { domain, spf = null, dmarc = null, mtasts = null }: Instead & { readonly domain: string },
): Answers {
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
    // An answer of the type that was asked for: TXT, or none of type SPF.
    dns: (name, type, group) => (replaced(name, type) as never) ?? answers.dns(name, type, group),
    file(url, bytesMax) {
      if (mtasts === null || url !== policyUrl(domain)) return answers.file(url, bytesMax);
      const file = { status: 200, type: "text/plain", body: toBase64(mtasts) };
      return { outcome: present(file), pending: false };
    },
  };
}

/** The answer of a name that has no record of the type. */
const ANSWERED: Answer = {
  ...{ aliases: [], secure: false, denied: false, pending: false, results: null },
  outcome: absent("nodata"),
};

/** The texts at the domain with the given record in place of all that is about senders. */
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
