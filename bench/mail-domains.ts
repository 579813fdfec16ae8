import { FIX, FIX_MX, FIX_WEB } from "@dnstools/lab/plan/fix";
import { addressOf } from "@dnstools/lab/plan/plan";
import { dkimKey, usual } from "@dnstools/lab/plan/policy-domain";
import { publish, publishFile } from "@dnstools/lab/support/publish";

/**
 * Two hundred similar domains with mail. They are published while the lab runs, because only benches need them.
 */
const NAMES: readonly string[] = Array.from({ length: 200 }, (_, i) => `c${i + 1}.${FIX}`);

/** Maximum number of records in one dynamic update, which must fit into one message. */
const UPDATE_MAX = 100;

/**
 * Publishes the domains. Half of them share a mail server and an SPF record of two levels; each of the others has a
 * mail server with its own address. A quarter has no DKIM key under a known selector, and a quarter has MTA-STS.
 * @returns the names of the domains.
 */
export async function publishDomains(): Promise<readonly string[]> {
  const txt = (name: string, value: string) => ({ name, type: "TXT", value });
  const records = [
    txt(`_spf.${FIX}`, `v=spf1 a:${FIX_MX} include:_spf2.${FIX} -all`),
    txt(`_spf2.${FIX}`, "v=spf1 ip4:5.43.0.0/24 -all"),
    ...NAMES.flatMap((name, i) => {
      const own = i % 2 === 1;
      const host = own ? `mx.${name}` : FIX_MX;
      const web = { name: `mta-sts.${name}`, type: "A", value: addressOf(FIX_WEB) };
      return [
        { name, type: "MX", value: `10 ${host}.` },
        txt(name, own ? "v=spf1 mx -all" : `v=spf1 include:_spf.${FIX} -all`),
        txt(`_dmarc.${name}`, usual(name).dmarc),
        ...(own ? [{ name: host, type: "A", value: `5.43.3.${i + 1}` }] : []),
        ...(i % 4 === 0 ? [] : [txt(`google._domainkey.${name}`, dkimKey("rsa2048"))]),
        ...(hasMtaSts(i) ? [txt(`_mta-sts.${name}`, "v=STSv1; id=1"), web] : []),
      ];
    }),
  ];
  for (let i = 0; i < records.length; i += UPDATE_MAX)
    await publish({ add: records.slice(i, i + UPDATE_MAX) });
  const policy = (name: string) =>
    `version: STSv1\nmode: enforce\nmx: *.${FIX}\nmx: *.${name}\nmax_age: 604800\n`;
  for (const name of NAMES.filter((_, i) => hasMtaSts(i)))
    publishFile(`https://mta-sts.${name}/.well-known/mta-sts.txt`, policy(name));
  return NAMES;
}

/** True if the domain with this index has MTA-STS. The web server has certificates for these domains. */
function hasMtaSts(i: number): boolean {
  return i < 150 && i % 3 === 0;
}
