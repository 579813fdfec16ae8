import type { Severity } from "@dnstools/core/tool/finding";

/** Each severity, and what a summary makes of it. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  critical: "It does not work, or a stranger can control it: mend it now. The summary is `fail`.",
  error:
    "It is wrong: some clients fail, or a protection has no effect. Mend it soon. The summary is `fail`.",
  warning:
    "It works and should be mended. The summary is `warning`, unless something worse was found or could not be ruled out.",
  notice: "It works and could be better. It does not change the summary.",
  info: "An explanation: nothing needs to be done. It does not change the summary.",
};

/** Words that answer one question, such as "Is it there?". */
export type WordGroup = {
  readonly title: string;
  /** What the words are said of. */
  readonly of: string;
  readonly words: Readonly<Record<string, string>>;
};

/** Every word of a status, once. A word means the same wherever it stands. */
export const WORD_GROUPS: readonly WordGroup[] = [
  {
    title: "Verdicts",
    of: "What all that was seen comes to: of a whole answer in `summary`, and of one question in a verdict.",
    words: {
      pass: "Nothing is wrong, and nothing that could be wrong stayed unknown.",
      warning: "It works, and something should be mended.",
      fail: "Something is wrong.",
    },
  },
  {
    title: "Not known",
    of: "What was not found out, or not looked for. None of these words means no.",
    words: {
      unknown:
        "It could not be found out. The field `reason` next to the status says why, mostly with one of [these codes](/docs/errors#reasons).",
      partial: "Part of it is known, and something could not be found out.",
      inconclusive: "Too little is known for a verdict.",
      skipped: "This API did not look for it: it was not wanted, or there was no time.",
      not_asked:
        "No question was sent about it: there are more of its kind than one call asks about, or it is none to ask about.",
      not_followed: "It was not looked at, because the limits are long passed before it.",
      not_applicable: "The question does not arise for what was asked about.",
    },
  },
  {
    title: "It is there",
    of: "What was looked for and was found.",
    words: {
      ok: "It is there and could be read; of a connection: it came about.",
      answer: "There are records.",
      found: "It was looked for and is there.",
      present: "The header is there.",
      record: "There is a DMARC record at this name.",
      seen: "The connection showed it.",
      asked: "The questions were asked; what they came to stands beside it.",
      given: "The caller named it.",
      guessed: "No record names it; it was found by its usual name.",
    },
  },
  {
    title: "It is not there",
    of: "What was looked for and is proved not to be there.",
    words: {
      absent: "It is proved not to be there.",
      none: "There is none.",
      missing: "A record names it, and it is not there.",
      nodata: "The name exists, and has no record of this type.",
      nxdomain: "The answer says that the name does not exist (NXDOMAIN).",
      not_offered: "The domain says itself that it does not offer the service.",
    },
  },
  {
    title: "Right or wrong",
    of: "What a domain or a server publishes, by the rules for it.",
    words: {
      valid: "It is as its rules want it.",
      invalid: "It breaks its rules: others cannot use it, or do not go by it.",
      weak: "The key is valid, and too short to be taken.",
      good: "The issuer of the certificate says that it is not revoked.",
      revoked: "It was withdrawn: a certificate by its issuer, a DKIM key by its owner.",
      usable: "Senders can go by it.",
      unusable: "Records are there, and none is one that a client can go by.",
      several: "There is more than one record where one may be, and none counts.",
      dropped: "There is more than one DMARC record, and none counts.",
      loop: "It leads back to a record above it.",
      not_a_key: "There is a record, and it holds no key.",
      not_a_host: "The record names something that is no host name.",
      address: "The record has an address where a host name belongs.",
      null_form: "It was meant to say that the domain takes no mail (null MX), and is written wrongly.",
    },
  },
  {
    title: "DNSSEC",
    of: "What the check of signatures comes to.",
    words: {
      secure: "A chain of signatures from the root proves it.",
      insecure: "DNSSEC does not prove it: the zone is not signed, or its parent does not say that it is.",
      bogus: "It should be proved by signatures and is not: resolvers that validate have no answer.",
    },
  },
  {
    title: "Connections",
    of: "What came of a connection to a server.",
    words: {
      no_starttls: "The server's own list of what it can do has no STARTTLS.",
      failed: "The server was reached, or refused, and it did not come to what was asked for.",
      https: "Port 80 leads to HTTPS at the same host.",
      elsewhere: "Port 80 leads to another place.",
    },
  },
  {
    title: "Blocklists",
    of: "What a list says of an address or a name.",
    words: {
      listed: "The list has it. On an informational list that may be praise.",
      not_listed: "The list was asked, passes its own test points, and does not have it.",
    },
  },
  {
    title: "DMARC reports",
    of: "Whether an address may get a domain's reports.",
    words: {
      inside: "The address is of the same organisation, which needs no permission.",
      authorised: "The other domain says that it takes these reports.",
      unauthorised: "The other domain does not say so: no reports are sent there.",
      diverted: "The other domain says that it takes these reports at another host, which voids it.",
    },
  },
  {
    title: "DKIM selectors",
    of: "Whether a domain has a key; selectors cannot be listed.",
    words: {
      not_found_in_tried: "None of the selectors that were tried has a key, which proves nothing.",
      proven_absent: "The name servers say that there is no name below _domainkey.",
    },
  },
  {
    title: "Propagation",
    of: "What a resolver has, and what all resolvers come to.",
    words: {
      match: "The resolver has what a server of the zone has.",
      stale: "The resolver has an old answer, whose time still runs.",
      different: "The resolver has another answer, which is not shown to be an old one.",
      filtered: "The resolver keeps the answer back on purpose.",
      propagated: "The change has arrived at the resolvers that answered.",
      in_progress: "Some resolvers still have an old answer.",
      authoritative_disagree: "The zone's own servers give different answers.",
    },
  },
  {
    title: "Registration",
    of: "Whether a domain can be registered.",
    words: {
      available: "The registry says that it is not registered, and the DNS has no delegation of it.",
      registered: "It is registered.",
      reserved: "It cannot be registered: the registry or a standard holds it back.",
    },
  },
  {
    title: "Zone transfers",
    of: "What a name server does when it is asked for the whole zone (AXFR).",
    words: {
      allowed: "The server gave the whole zone.",
      unfinished: "The server began, and it broke off or came to our limit.",
      refused: "The server refused (REFUSED).",
      notauth: "The server says that it is not the authority for the zone, or not for us (NOTAUTH).",
      not_implemented: "The server knows no zone transfers (NOTIMP).",
      no_tcp: "There was no connection over TCP.",
      timeout: "No answer came in time.",
    },
  },
];
