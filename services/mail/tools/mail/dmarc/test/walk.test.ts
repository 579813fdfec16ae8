import { expect, test } from "bun:test";
import { lookUpDmarc, walkTree } from "@dnstools/core/mail/dmarc/lookup-dmarc";
import type { Reason } from "@dnstools/core/tool/outcome";
import { replay } from "../../test/replay.ts";
import { dmarcSection } from "../recommend-dmarc.ts";

const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
const DERIVED = "(questions derived from 4.10 as read in draft-ietf-dmarc-dmarcbis-41)";
const NOTES = "(an implementation's notes)";

type Records = Readonly<Record<string, readonly string[] | Reason>>;

type Example = {
  readonly says: string;
  readonly records?: Records;
  /** Each walk: its start, the queried names in order (without `_dmarc.`), and the resulting organizational domain. */
  readonly walks: readonly (readonly [start: string, asks: readonly string[], org: string | null])[];
  /** For the first walk's start: the name whose record applies, and the policy. */
  readonly applies: readonly [foundAt: string | null, policy: "none" | "quarantine" | "reject" | null];
  /** Names that are queried in addition to the walk, for the evaluation by RFC 7489. */
  readonly old?: readonly string[];
};

const dnsOf = (records: Records) =>
  Object.fromEntries(Object.entries(records).map(([name, texts]) => [`_dmarc.${name} TXT`, texts]));
const P = "v=DMARC1; p=reject; sp=quarantine";
const MAIL = ["mail.example.com", "example.com", "com"];
const OWN = [["example.com", ["example.com", "com"], "example.com"]] as const;
const CHILD = ["child.example.com", ["child.example.com", "example.com", "com"], "example.com"] as const;
const SIGNING = [
  "signing.example.com",
  ["signing.example.com", "example.com", "com"],
  "example.com",
] as const;
const DEEP = "a.b.c.d.e.f.g.h.i.j.mail.example.com";
const DEEP_ASKS = [
  DEEP,
  "g.h.i.j.mail.example.com",
  "h.i.j.mail.example.com",
  "i.j.mail.example.com",
  "j.mail.example.com",
  ...MAIL,
];

const examples: readonly Example[] = [
  {
    says: `RFC 9989 4.10 ${DRAFT}: 13 labels, 8 questions`,
    walks: [[DEEP, DEEP_ASKS, DEEP]],
    applies: [null, null],
  },
  {
    says: `RFC 9989 4.10.2 ${DRAFT}: the first example`,
    records: { "mail.example.com": [P], "example.com": [P] },
    walks: [["a.mail.example.com", ["a.mail.example.com", ...MAIL], "example.com"]],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `RFC 9989 4.10.2 ${DRAFT}: the second, psd=n`,
    records: { "mail.example.com": [`${P}; psd=n`], "example.com": [P] },
    walks: [["a.mail.example.com", ["a.mail.example.com", "mail.example.com"], "mail.example.com"]],
    applies: ["mail.example.com", "quarantine"],
    old: ["example.com"],
  },
  {
    says: `RFC 9989 4.10.2 ${DRAFT}: the third, psd=y`,
    records: { com: [`${P}; psd=y`] },
    walks: [["a.mail.example.com", ["a.mail.example.com", ...MAIL], "example.com"]],
    applies: ["com", "quarantine"],
  },
  {
    says: `RFC 9989 4.10.2 ${DRAFT}: psd=y above the start`,
    records: { "example.com": [`${P}; psd=y`], "mail.example.com": ["v=DMARC1; p=reject"] },
    walks: [["mail.example.com", ["mail.example.com", "example.com"], "mail.example.com"]],
    applies: ["mail.example.com", "reject"],
  },
  {
    says: `RFC 9989 5.1.8 ${DRAFT}: psd=n that the walk jumps over`,
    records: { "example.com": [P], "b.c.d.e.f.g.example.com": ["v=DMARC1; p=none; psd=n"] },
    walks: [
      [
        "mail.a.b.c.d.e.f.g.example.com",
        [
          "mail.a.b.c.d.e.f.g.example.com",
          "c.d.e.f.g.example.com",
          "d.e.f.g.example.com",
          "e.f.g.example.com",
          "f.g.example.com",
          "g.example.com",
          "example.com",
          "com",
        ],
        "example.com",
      ],
    ],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `RFC 9989 B.1.1 ${DRAFT}: 1, and B.1.2: 1; the same name everywhere`,
    records: { "example.com": [P] },
    walks: OWN,
    applies: ["example.com", "reject"],
  },
  {
    says: `RFC 9989 B.1.1 2 ${DERIVED}: a child sends`,
    records: { "example.com": [P] },
    walks: [...OWN, CHILD],
    applies: ["example.com", "reject"],
  },
  {
    says: `RFC 9989 B.1.1 3, B.1.2 3 ${DERIVED}: another sends`,
    records: { "example.com": [P] },
    walks: [CHILD, ["example.net", ["example.net", "net"], "example.net"]],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `RFC 9989 B.1.2 2 ${DERIVED}: the parent signs`,
    records: { "example.com": [P] },
    walks: [CHILD, ...OWN],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `RFC 9989 B.3.1 ${DRAFT}: a child sends, the domain signs`,
    records: { "example.com": ["v=DMARC1; p=reject; aspf=r; rua=mailto:dmarc-feedback@example.com"] },
    walks: [...OWN, ["mail.example.com", MAIL, "example.com"]],
    applies: ["example.com", "reject"],
  },
  {
    says: `RFC 9989 B.4.1 ${DRAFT}: a name that signs has a record too`,
    records: { "example.com": [P], "signing.example.com": [P] },
    walks: [...OWN, SIGNING],
    applies: ["example.com", "reject"],
  },
  {
    says: `RFC 9989 B.4.2 ${DRAFT}: a deep author`,
    records: { "example.com": [P], "signing.example.com": [P] },
    walks: [
      [
        "a.b.c.d.e.f.g.h.i.j.k.example.com",
        [
          "a.b.c.d.e.f.g.h.i.j.k.example.com",
          "g.h.i.j.k.example.com",
          "h.i.j.k.example.com",
          "i.j.k.example.com",
          "j.k.example.com",
          "k.example.com",
          "example.com",
          "com",
        ],
        "example.com",
      ],
      SIGNING,
    ],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `RFC 9989 B.4.3 ${DRAFT}: below a public suffix that says so`,
    records: { "bank.example": [`${P}; psd=y`], "giant.bank.example": ["v=DMARC1; p=reject"] },
    walks: [
      ["giant.bank.example", ["giant.bank.example", "bank.example"], "giant.bank.example"],
      [
        "mail.giant.bank.example",
        ["mail.giant.bank.example", "giant.bank.example", "bank.example"],
        "giant.bank.example",
      ],
      [
        "mail.mega.bank.example",
        ["mail.mega.bank.example", "mega.bank.example", "bank.example"],
        "mega.bank.example",
      ],
    ],
    applies: ["giant.bank.example", "reject"],
  },
  {
    says: "RFC 9989 11.8 (read in draft-ietf-dmarc-dmarcbis-41, and that rule 3 gives this our reading)",
    records: { "mail.example.com": [P], "example.com": [P] },
    walks: [
      ["evil.example.com", ["evil.example.com", "example.com", "com"], "example.com"],
      ["mail.example.com", MAIL, "example.com"],
    ],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `nothing at the parent: two organizational domains ${NOTES}`,
    records: { "mail.example.com": [P] },
    walks: [
      ["mail.example.com", MAIL, "mail.example.com"],
      ["example.com", ["example.com", "com"], "example.com"],
    ],
    applies: ["mail.example.com", "reject"],
  },
  {
    says: `several are dropped, and the walk goes on ${NOTES}`,
    records: { "mail.example.com": [P, "v=DMARC1"], "example.com": ["v=DMARC1; p=none; sp=quarantine"] },
    walks: [["mail.example.com", MAIL, "example.com"]],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `psd=n among several ends no walk ${NOTES}`,
    records: { "b.example.com": [`${P}; psd=n`, P], "example.com": [P] },
    walks: [["a.b.example.com", ["a.b.example.com", "b.example.com", "example.com", "com"], "example.com"]],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `the suffix's, with nothing between ${NOTES}`,
    records: { "bank.example": [`${P}; psd=y`] },
    walks: [
      [
        "mail.giant.bank.example",
        ["mail.giant.bank.example", "giant.bank.example", "bank.example"],
        "giant.bank.example",
      ],
    ],
    applies: ["bank.example", "quarantine"],
  },
  {
    says: `a suffix that sends itself ${NOTES}`,
    records: { "bank.example": [`${P}; psd=y`] },
    walks: [
      ["bank.example", ["bank.example"], "bank.example"],
      ["mail.bank.example", ["mail.bank.example", "bank.example"], "mail.bank.example"],
    ],
    applies: ["bank.example", "reject"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: t=y below the organizational domain`,
    records: { "example.com": ["v=DMARC1; p=none; sp=reject; t=y"] },
    walks: [CHILD],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `t=yes is n ${NOTES}`,
    records: { "example.com": ["v=DMARC1; p=reject; t=yes"] },
    walks: OWN,
    applies: ["example.com", "reject"],
  },
  {
    says: `no DMARC, and no walk on to a parent's record ${NOTES}`,
    records: { "child.example.com": ["v=DMARC1; p=reject; sp=nope; rua=mailto:"], "example.com": [P] },
    walks: [CHILD],
    applies: ["child.example.com", null],
  },
  {
    says: `8 labels, 8 questions ${NOTES}`,
    walks: [
      ["a.b.c.d.e.f.example.com", deepAsks("a.b.c.d.e.f.example.com"), "a.b.c.d.e.f.example.com"],
      ["z.a.b.c.d.e.f.example.com", deepAsks("z.a.b.c.d.e.f.example.com"), "z.a.b.c.d.e.f.example.com"],
    ],
    applies: [null, null],
  },
  {
    says: `one label, one question ${DRAFT}`,
    walks: [["com", ["com"], "com"]],
    applies: [null, null],
  },
  {
    says: `only other texts there: on goes the walk (RFC 9989 4.10 ${DRAFT})`,
    records: { "child.example.com": ["v=spf1 -all", "v=dmarc1; p=none"], "example.com": [P] },
    walks: [CHILD],
    applies: ["example.com", "quarantine"],
  },
  {
    says: `SERVFAIL above one's own: the policy is known, the organizational domain is not ${NOTES}`,
    records: { "example.com": [P], com: "servfail" },
    walks: [
      ["example.com", ["example.com", "com"], null],
      ["mail.example.com", MAIL, null],
    ],
    applies: ["example.com", "reject"],
  },
];

/**
 * Returns the names that are queried for a name of eight or more labels: the name itself, its last seven labels, its
 * last six labels, and so on, down to one label.
 */
function deepAsks(name: string): readonly string[] {
  const labels = name.split(".");
  return [name, ...Array.from({ length: 7 }, (_, i) => labels.slice(-(7 - i)).join("."))];
}

test.each(examples.map((one) => [one.says, one] as const))(
  "%s",
  (_, { records = {}, walks, applies, old = [] }) => {
    const written = { dns: dnsOf(records) };
    for (const [start, asks, org] of walks) {
      const { value, asked } = replay(written, (answers) => walkTree(answers, start));
      expect(asked).toEqual(asks.map((name) => `_dmarc.${name} TXT`));
      expect(value.org).toBe(org);
    }
    const domain = walks[0]?.[0] ?? "";
    const { value, asked } = replay(written, (answers) => lookUpDmarc(answers, domain));
    const { data } = dmarcSection(value, {
      domain,
      parked: false,
      certain: true,
      mailbox: true,
      withoutDkim: false,
      reportHosts: [],
      texts: [],
    });
    expect([data.foundAt, data.effective?.domain ?? null]).toEqual([...applies]);
    const names = [...(walks[0]?.[1] ?? []), ...old];
    expect(asked.toSorted()).toEqual(names.map((name) => `_dmarc.${name} TXT`).toSorted());
  },
);

test("the organizational domain by the public suffix list is queried too, but only if the domain has no record", () => {
  const asked = (records: Records) =>
    replay({ dns: dnsOf(records) }, (answers) => lookUpDmarc(answers, "a.mail.example.com")).asked;
  const own = "_dmarc.a.mail.example.com TXT";
  const stops = { "mail.example.com": ["v=DMARC1; p=none; psd=n"] };
  expect(asked(stops)).toEqual([own, "_dmarc.mail.example.com TXT", "_dmarc.example.com TXT"]);
  expect(asked({ ...stops, "a.mail.example.com": ["v=DMARC1; p=none; psd=n"] })).toEqual([own]);
  expect(asked({ ...stops, "a.mail.example.com": "servfail" })).toEqual([own]);
});

test("a failed query never counts as no record: at the name itself, at its parent, or at the top", () => {
  for (const reason of ["servfail", "timeout", "refused"] as const)
    for (const at of ["a.example.com", "example.com", "com"]) {
      const records: Records = { "example.com": ["v=DMARC1; p=reject"], [at]: reason };
      const { value } = replay({ dns: dnsOf(records) }, (answers) => lookUpDmarc(answers, "a.example.com"));
      const { data, findings, recommendations } = dmarcSection(value, {
        domain: "a.example.com",
        parked: false,
        certain: true,
        mailbox: true,
        withoutDkim: true,
        reportHosts: [],
        texts: [],
      });
      expect([at, data.status, data.reason, data.foundAt, data.effective, data.organizationalDomain]).toEqual(
        [at, "unknown", reason, null, null, null],
      );
      expect([findings, recommendations, data.asSeenByRfc7489]).toEqual([[], [], null]);
      expect(data.walk.at(-1)).toEqual({ name: at, status: "unknown", reason, records: [] });
    }
});

test("RFC 1035 2.3.4: a name that is too long for a record is not queried, and no record is recommended", () => {
  const label = "a".repeat(60);
  const domain = `${label}.${label}.${label}.${label}.com`;
  const { value, asked } = replay({ dns: {} }, (answers) => lookUpDmarc(answers, domain));
  const { data, recommendations } = dmarcSection(value, {
    domain,
    parked: false,
    certain: true,
    mailbox: true,
    withoutDkim: false,
    reportHosts: [],
    texts: [],
  });
  expect(asked).not.toContain(`_dmarc.${domain} TXT`);
  expect([data.status, data.findings, recommendations]).toEqual(["absent", ["mail.dmarc_missing"], []]);
});
