import { DkimData } from "@dnstools/core/mail/dkim/data";
import { DmarcData } from "@dnstools/core/mail/dmarc/data";
import { ROLES } from "@dnstools/core/mail/role";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { BimiData } from "./bimi/data.ts";
import { DaneData } from "./dane/data.ts";
import { MtaStsData } from "./mta-sts/data.ts";
import { MxData } from "./mx/data.ts";
import { ReputationData } from "./reputation/data.ts";
import { SpfData } from "./spf/data.ts";
import { TlsRptData } from "./tls-rpt/data.ts";

/** Names of the report's sections, as they appear in the answer. */
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
  name: Type.String({ description: "Owner name of the record, without a trailing dot." }),
  type: Type.String(),
  value: Type.String({
    description: "Data of the record: the plain text for TXT and SPF records, otherwise in zone file format.",
  }),
  line: Type.String({ description: "The record as a line of a zone file." }),
});

const Recommendation = Type.Object({
  section: enumeration(SECTIONS, "Section that the recommendation is about."),
  severity: enumeration(SEVERITIES, "Severity of the worst finding that the recommendation fixes."),
  codes: Type.Array(Type.String(), {
    description: "Codes of the findings that disappear once the recommendation is carried out.",
  }),
  what: Type.String({ description: "What to do to fix the problem." }),
  why: Type.String({ description: "What is wrong at present." }),
  records: nullable(
    Type.Array(Change, {
      description: "Records to publish and records to remove; null if only the domain's owner can know them.",
    }),
  ),
  file: nullable(
    Type.Object(
      { url: Type.String(), body: Type.String() },
      { description: "A file to serve over HTTPS; null if none is needed." },
    ),
  ),
  test: nullable(
    Type.String({
      format: "uri-reference",
      description:
        "Request that checks the recommendation before it is carried out; null if parameters cannot express it, for example for MX records and keys.",
    }),
  ),
});
/** A recommendation as it appears in the answer. */
export type RecommendationData = Static<typeof Recommendation>;

/** Schema of the `mail` tool's data. */
export const Data = Type.Object({
  domain: Type.String(),
  role: enumeration(
    ROLES,
    "What the domain does with mail, judged by what it publishes; `parked`: nothing shows that it sends or receives mail.",
  ),
  roleWhy: Type.Array(Type.String(), { description: "Reasons for the role, as sentences." }),
  summary: Type.Object({
    verdict: Type.Object(
      { ...Verdict.properties },
      {
        description:
          "Verdict on everything that the domain publishes, that is, on every section except `reputation`: `fail` if there is an error; otherwise `unknown` if a section could not be determined; otherwise `warning` or `pass`.",
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
            "What blocklists say about the addresses of the domain and its mail servers; null if there are no addresses. If a list does not answer this API, the verdict is `unknown` and a finding names the list.",
        },
      ),
    ),
    unknown: Type.Array(enumeration(SECTIONS, "Name of a section."), {
      description: "Sections that could not be determined.",
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
  recommendations: Type.Array(Recommendation, { description: "Recommendations, the most severe first." }),
});
/** Data of the `mail` tool's answer. */
export type MailData = Static<typeof Data>;
