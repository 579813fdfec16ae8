import { SEVERITIES } from "@dnstools/core/tool/finding";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { BimiData } from "./bimi/data.ts";
import { DaneData } from "./dane/data.ts";
import { DkimData } from "./dkim/data.ts";
import { DmarcData } from "./dmarc/data.ts";
import { ROLES } from "./judge/role.ts";
import { MtaStsData } from "./mta-sts/data.ts";
import { MxData } from "./mx/data.ts";
import { ReputationData } from "./reputation/data.ts";
import { SpfData } from "./spf/data.ts";
import { TlsRptData } from "./tls-rpt/data.ts";

export const SECTIONS = [
  "mx",
  "spf",
  "dkim",
  "dmarc",
  "mtaSts",
  "tlsRpt",
  "bimi",
  "dane",
  "reputation",
] as const;

const Change = Type.Object({
  action: enumeration(["publish", "remove"], "What to do with the record."),
  name: Type.String({ description: "Its owner, without a trailing dot." }),
  type: Type.String(),
  value: Type.String({ description: "Its data: of TXT the text itself, of others as in a zone file." }),
  line: Type.String({ description: "The same as a line of a zone file." }),
});

const Recommendation = Type.Object({
  section: enumeration(SECTIONS, "What it is about."),
  severity: enumeration(SEVERITIES, "Of the worst finding that it mends."),
  codes: Type.Array(Type.String(), { description: "Findings that are gone once it is done." }),
  what: Type.String({ description: "What to do." }),
  why: Type.String({ description: "What is wrong now." }),
  records: nullable(
    Type.Array(Change, { description: "What to publish and what to remove; null where only you can know." }),
  ),
  file: nullable(
    Type.Object({ url: Type.String(), body: Type.String() }, { description: "A file to serve over HTTPS." }),
  ),
  test: nullable(
    Type.String({
      format: "uri-reference",
      description:
        "The call that judges this before it is done; null where no parameter can hold it, such as MX records and keys.",
    }),
  ),
});
export type RecommendationData = Static<typeof Recommendation>;

export const Data = Type.Object({
  domain: Type.String(),
  role: enumeration(
    ROLES,
    "What it does with mail, by what it publishes; `parked`: nothing shows that it sends or receives.",
  ),
  roleWhy: Type.Array(Type.String(), { description: "What shows it, in sentences." }),
  summary: Type.Object({
    verdict: Type.Object(
      { ...Verdict.properties },
      {
        description:
          "Of all that the domain publishes: every section but `reputation`. `fail` where there is an error; else `unknown` where a section could not be found out; else `warning` or `pass`.",
      },
    ),
    spoofing: Type.Object(
      { ...Verdict.properties },
      { description: "Whether receivers refuse mail that forges the domain (SPF, DKIM, DMARC)." },
    ),
    reputation: nullable(
      Type.Object(
        { ...Verdict.properties },
        {
          description:
            "What blocklists say of the addresses of the domain and its mail servers; null where it has none. A list that does not answer this API makes it `unknown`, and a finding names the list.",
        },
      ),
    ),
    unknown: Type.Array(enumeration(SECTIONS, "A section."), {
      description: "Sections that could not be found out.",
    }),
  }),
  mx: MxData,
  spf: SpfData,
  dkim: DkimData,
  dmarc: DmarcData,
  mtaSts: MtaStsData,
  tlsRpt: TlsRptData,
  bimi: BimiData,
  dane: DaneData,
  reputation: ReputationData,
  recommendations: Type.Array(Recommendation, { description: "The worst first." }),
});
export type MailData = Static<typeof Data>;
