import { isIp } from "@dnstools/core/protocol/ip";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, host, ip, oneOf, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { SERVICE_NAMES } from "./services.ts";

export const contract = define({
  tool: "ssl",
  service: "cert",
  summary: "Which certificate a server really shows, and what it is worth",
  description:
    "Connects to every address of a host, or to the servers that a domain names for a service, and tells of each the " +
    "certificates as they were sent and five verdicts that do not hide one another: the dates, the host's name, the trust, " +
    "the order and completeness of what was sent, and the protocol; then what a few more connections show, and who refuses. Mail services with STARTTLS are talked to as far as TLS; nobody logs " +
    "in and no mail is sent. A server that does not answer, or turns us away, is unknown, with the reason.",
  cost: 3,
  deadlineMs: 10_000,
  params: {
    host: optional(
      host({
        description: "One server: a name, all of whose addresses are looked at, or an address.",
        example: "www.example.com",
      }),
    ),
    domain: optional(
      domain({
        description:
          "A domain whose servers are found: for https its own addresses, for smtp25 by MX, for the other mail services by SRV.",
      }),
    ),
    connect: optional(
      ip({
        description:
          "The address of a server that is asked in place of those that DNS gives for `host`, with the same name (SNI): one to be moved to, before DNS changes.",
        example: "9.9.9.9",
        v4Only: null,
      }),
    ),
    service: {
      ...oneOf(SERVICE_NAMES, {
        description:
          "https is port 443; smtp submission at 587, smtps at 465, smtp25 between servers at 25; imap 143, imaps 993, pop3 110, " +
          "pop3s 995. smtp, smtp25, imap and pop3 come to TLS by STARTTLS.",
        example: "https",
      }),
      fallback: { value: "https" as const },
    },
  },
  exactlyOne: ["host", "domain"],
  conflict: ({ domain, host, connect }) => {
    if (connect === null) return null;
    if (domain !== null)
      return {
        parameter: "domain",
        message:
          "Send the name of the server as host: connect is the address of one server, and not of all that a domain has.",
        instead: { parameter: "host", value: domain },
      };
    return host !== null && isIp(host)
      ? {
          parameter: "connect",
          message:
            "host is an address already: leave connect out, or send as host the name that the server is asked for.",
          instead: { value: null },
        }
      : null;
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "host=www.example.com", shows: "The certificate of a web server, at each of its addresses." },
    { query: "domain=example.com&service=smtp25", shows: "Those of all mail servers of a domain (MX)." },
    { query: "domain=example.com&service=imaps", shows: "Those of the servers for mail clients (SRV)." },
    {
      query: "host=www.example.com&connect=9.9.9.9",
      shows: "That of the server that the host is to move to, before DNS changes.",
    },
  ],
});
