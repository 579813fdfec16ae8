import type { Severity } from "@dnstools/core/tool/finding";

/** Explains each severity and how it affects the summary. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: "Something does not work, or a stranger can control it: fix it now. The summary is `fail`.",
  error:
    "Something is wrong: some clients fail, or a protection has no effect. Fix it soon. The summary is `fail`.",
  warning:
    "It works, but should be fixed. The summary is `warning`, unless something worse was found or could not be ruled out.",
  notice: "It works, but could be better. A notice does not change the summary.",
  info: "An explanation: nothing needs to be done. It does not change the summary.",
};

/** A group of status words that answer the same question, such as whether something exists. */
export type WordGroup = {
  readonly title: string;
  /** What the words describe. */
  readonly of: string;
  readonly words: Readonly<Record<string, string>>;
};

/** All status words, each in one group. A word means the same in every field. */
export const WORD_GROUPS: readonly WordGroup[] = [
  {
    title: "Verdicts",
    of: "The overall result of the observations: for a whole answer in `summary`, and for one question in a verdict.",
    words: {
      pass: "Nothing is wrong, and nothing that could be wrong is unknown.",
      warning: "It works, but something should be fixed.",
      fail: "Something is wrong.",
    },
  },
  {
    title: "Unknown",
    of: "Things that could not be determined, or were not checked. None of these words means no.",
    words: {
      unknown:
        "It could not be determined. The field `reason` next to the status says why, usually with one of [these codes](/docs/errors#reasons).",
      partial: "Part of it is known, but something could not be determined.",
      inconclusive: "Too little is known for a verdict.",
      skipped: "This API did not check it, because it was not requested or there was no time left.",
      not_asked:
        "No query was sent for it, because a call only queries a limited number, or because it cannot be queried.",
      not_followed: "It was not checked, because the limits had already been far exceeded.",
      not_applicable: "The question does not apply to this target.",
    },
  },
  {
    title: "Found",
    of: "Things that were checked and found.",
    words: {
      ok: "It exists and could be read; for a connection: it was established.",
      answer: "There are records.",
      found: "It was checked and exists.",
      present: "The response has the header.",
      record: "There is a DMARC record at this name.",
      seen: "It was observed on the connection.",
      asked: "The queries were sent; their results are next to this status.",
      given: "The caller sent it as a parameter.",
      guessed: "No record names it; it was found by its usual name.",
    },
  },
  {
    title: "Not found",
    of: "Things that were checked and proved not to exist.",
    words: {
      absent: "It is proved not to exist.",
      none: "Nothing of this kind exists.",
      missing: "A record names it, but it does not exist.",
      nodata: "The name exists, but has no record of this type.",
      nxdomain: "The response says that the name does not exist (NXDOMAIN).",
      not_offered: "The domain itself declares that it does not offer the service.",
    },
  },
  {
    title: "Valid or invalid",
    of: "Data that a domain or a server publishes, checked against its standard.",
    words: {
      valid: "It conforms to its standard.",
      invalid: "It violates its standard: clients cannot use it, or ignore it.",
      weak: "The key is valid, but too short to be accepted.",
      good: "The issuer of the certificate says that it is not revoked.",
      revoked: "It was withdrawn: a certificate by its issuer, a DKIM key by its owner.",
      usable: "Senders can use it.",
      unusable: "Records exist, but a client can use none of them.",
      several: "There is more than one record where only one is allowed, so all are ignored.",
      dropped: "There is more than one DMARC record, so all are ignored.",
      loop: "It refers back to an earlier record in the chain.",
      not_a_key: "There is a record, but it does not contain a key.",
      not_a_host: "The record contains something that is not a host name.",
      address: "The record contains an address instead of a host name.",
      null_form: "It was meant to say that the domain accepts no mail (null MX), but its form is wrong.",
    },
  },
  {
    title: "DNSSEC",
    of: "The result of DNSSEC validation.",
    words: {
      secure: "A chain of signatures from the root proves it.",
      insecure: "DNSSEC does not prove it: the zone is not signed, or its parent has no DS record for it.",
      bogus: "Its signatures are missing or wrong: validating resolvers return an error.",
    },
  },
  {
    title: "Connections",
    of: "The result of a connection to a server.",
    words: {
      no_starttls: "The server's list of extensions does not contain STARTTLS.",
      failed: "The server was reached or refused the connection, but the exchange did not succeed.",
      https: "Port 80 redirects to HTTPS on the same host.",
      elsewhere: "Port 80 redirects elsewhere.",
    },
  },
  {
    title: "Blocklists",
    of: "A list's result for an address or a name.",
    words: {
      listed: "The list contains it. On an informational list, that may be a good sign.",
      not_listed: "The list was queried, passes its own test points, and does not contain it.",
    },
  },
  {
    title: "DMARC reports",
    of: "Whether an address may receive a domain's reports.",
    words: {
      inside: "The address is in the same organizational domain, which needs no permission.",
      authorised: "The other domain publishes that it accepts these reports.",
      unauthorised: "The other domain does not publish that it accepts these reports: none are sent there.",
      diverted:
        "The other domain redirects these reports to a different host, which makes its permission invalid.",
    },
  },
  {
    title: "DKIM selectors",
    of: "Whether a domain has a key; selectors cannot be listed.",
    words: {
      not_found_in_tried:
        "None of the tried selectors has a key; there may still be keys at other selectors.",
      proven_absent: "The name servers say that there is no name below _domainkey.",
    },
  },
  {
    title: "Propagation",
    of: "The state of one resolver, and the overall result of all resolvers.",
    words: {
      match: "The resolver has the same answer as a name server of the zone.",
      stale: "The resolver has an old answer, and its TTL has not expired yet.",
      different: "The resolver has a different answer, which is not known to be an old one.",
      filtered: "The resolver blocks the answer on purpose.",
      propagated: "The change has arrived at the resolvers that answered.",
      in_progress: "Some resolvers still have an old answer.",
      authoritative_disagree: "The zone's own name servers give different answers.",
    },
  },
  {
    title: "Registration",
    of: "Whether a domain can be registered.",
    words: {
      available: "The registry says that it is not registered, and the DNS has no delegation for it.",
      registered: "It is registered.",
      reserved: "It cannot be registered: the registry or a standard reserves it.",
    },
  },
  {
    title: "Zone transfers",
    of: "A name server's response to a request for the whole zone (AXFR).",
    words: {
      allowed: "The server sent the whole zone.",
      unfinished:
        "The server began to send the zone, but the transfer broke off or exceeded this API's limit.",
      refused: "The server refused (REFUSED).",
      notauth:
        "The server says that it is not authoritative for the zone, or that the request is not authorized (NOTAUTH).",
      not_implemented: "The server does not support zone transfers (NOTIMP).",
      not_transferred:
        "The server answered with another code or without a record, or closed the connection without an answer.",
      no_tcp: "No TCP connection could be established.",
      timeout: "The server did not respond in time.",
    },
  },
];
