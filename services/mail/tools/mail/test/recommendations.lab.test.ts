import { expect, test } from "bun:test";
import { FIX, FIX_WEB, REPORTS, SIGNED_FIX } from "@dnstools/lab/plan/fix";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { type PolicyDomain, policyLines } from "@dnstools/lab/plan/policy-domain";
import { json, type Product, startProduct } from "@dnstools/lab/support/product";
import { publish, publishFile } from "@dnstools/lab/support/publish";
import { atOnce } from "@dnstools/lab/support/run";
import type { RecommendationData } from "../data.ts";
import type { NewRecord } from "../section.ts";
import { BROKEN, BROKEN_SIGNED, FIXABLE } from "./broken.ts";

type Answer = {
  readonly data: { readonly recommendations: readonly RecommendationData[] };
  readonly findings: readonly { readonly code: string; readonly severity: string }[];
};

async function askAll(product: Product): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  const ask = async (code: string) => {
    answers.set(code, await json(fetch(`${product.url}/api/v1/mail?domain=${nameOf(code)}`)));
  };
  await atOnce(FIXABLE, ask, 6);
  return answers;
}

const DOMAINS: Readonly<Record<string, PolicyDomain>> = BROKEN;

function nameOf(code: string): string {
  const [signed] = BROKEN_SIGNED[code] ?? [];
  return signed === undefined
    ? `c${FIXABLE.indexOf(code) + 1}.${FIX}`
    : `${signed.split(" ")[0]}.${SIGNED_FIX}`;
}

/** Publishes the broken domains: their records, and their policy files. */
async function publishBroken(): Promise<void> {
  const lines = Object.entries(DOMAINS).flatMap(([code, domain]) => {
    const name = nameOf(code);
    const label = name.slice(0, -FIX.length - 1);
    const named = JSON.parse(JSON.stringify(domain).replaceAll("{name}", name)) as PolicyDomain;
    const own = policyLines(label, FIX, named).split("\n").filter(Boolean);
    return [...own, `mta-sts.${label} A ${addressOf(FIX_WEB)}`];
  });
  await publish({
    lines: { [FIX]: lines, [SIGNED_FIX]: Object.values(BROKEN_SIGNED).flat() },
    add: [
      {
        name: `${nameOf("dmarc_report_diverted")}._report._dmarc.${REPORTS}`,
        type: "TXT",
        value: "v=DMARC1; rua=mailto:others@elsewhere.net",
      },
    ],
  });
  for (const [code, domain] of Object.entries(DOMAINS)) {
    if (typeof domain.policyHost !== "object") continue;
    const { body, redirect, status } = domain.policyHost.file;
    const url = `https://mta-sts.${nameOf(code)}/.well-known/mta-sts.txt`;
    if (redirect !== undefined) publishFile(url, "", "moved");
    else if (status === undefined) publishFile(url, body ?? "");
  }
}

test("a recommended record, once published, makes its finding disappear, and causes no new error", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
  await publishBroken();
  const before = await askAll(product);
  const add: NewRecord[] = [];
  const remove: NewRecord[] = [];
  for (const code of FIXABLE) {
    const answer = before.get(code);
    const fitting = answer?.data.recommendations.filter(
      ({ codes, records, file }) => codes.includes(`mail.${code}`) && (records !== null || file !== null),
    );
    expect({ code, found: answer?.findings.some((one) => one.code === `mail.${code}`) }).toEqual({
      code,
      found: true,
    });
    expect({ code, recommended: (fitting?.length ?? 0) > 0 }).toEqual({ code, recommended: true });
    for (const { records, file } of fitting ?? []) {
      // Records of other domains cannot be published by the domain's owner; policy.com already authorizes all domains.
      const own = (records ?? []).filter(({ name }) => !name.endsWith(".policy.com"));
      for (const { action, name, type, value } of own)
        (action === "publish" ? add : remove).push({ name, type, value });
      if (file !== null) publishFile(file.url, file.body);
    }
  }
  await publish({ add, remove });
  const after = await askAll(product);
  for (const code of FIXABLE) {
    const codes = (answer: Answer | undefined, severe: boolean) =>
      (answer?.findings ?? [])
        .filter(({ severity }) => !severe || severity === "error" || severity === "critical")
        .map((one) => one.code);
    const left = codes(after.get(code), false).filter((one) => one === `mail.${code}`);
    const errorsBefore = codes(before.get(code), true);
    const fresh = codes(after.get(code), true).filter((one) => !errorsBefore.includes(one));
    expect({ code, left, fresh }).toEqual({ code, left: [], fresh: [] });
  }
});
