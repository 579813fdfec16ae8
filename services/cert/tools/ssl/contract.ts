import { isIp } from "@dnstools/core/protocol/ip";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, host, ip, oneOf, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { SERVICE_NAMES } from "./services.ts";

/** Contract of the ssl tool: its parameters, limits, findings and examples. */
export const contract = define({
  tool: "ssl",
  service: "cert",
  summary: "Which certificate a server really shows, and whether clients accept it",
  description:
    "Connects to every address of a host, or to the servers that a domain names for a service, and returns for each server the " +
    "certificates as they were sent and five independent verdicts: the dates, the host name, the trust, " +
    "the order and completeness of the sent chain, and the protocol; then the results of a few more connections, and which clients refuse the server. With STARTTLS, the mail protocol is spoken only until TLS begins, without a login " +
    "or mail. A server that does not answer or rejects this API is unknown, with the reason.",
  cost: 3,
  deadlineMs: 10_000,
  params: {
    host: optional(
      host({
        description: "One server: a name, which is checked at all of its addresses, or an address.",
        example: "www.example.com",
      }),
    ),
    domain: optional(
      domain({
        description:
          "A domain whose servers are looked up: its own addresses for https, its MX records for smtp25, and SRV records for the other mail services.",
      }),
    ),
    connect: optional(
      ip({
        description:
          "The address of a server to connect to, instead of the addresses of `host` in DNS, with the same name (SNI): for example a new server, before DNS changes.",
        example: "9.9.9.9",
        v4Only: null,
      }),
    ),
    service: {
      ...oneOf(SERVICE_NAMES, {
        description:
          "https is port 443; smtp submission at 587, smtps at 465, smtp25 between servers at 25; imap 143, imaps 993, pop3 110, " +
          "pop3s 995. smtp, smtp25, imap and pop3 use STARTTLS.",
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
          "Send the name of the server as host: connect is the address of one server, but a domain can have several.",
        instead: { parameter: "host", value: domain },
      };
    return host !== null && isIp(host)
      ? {
          parameter: "connect",
          message: "host is already an address: leave connect out, or send the name of the server as host.",
          instead: { value: null },
        }
      : null;
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "host=www.example.com", shows: "The certificate of a web server, at each of its addresses." },
    {
      query: "domain=example.com&service=smtp25",
      shows: "The certificates of all mail servers of a domain (MX).",
    },
    {
      query: "domain=example.com&service=imaps",
      shows: "The certificates of the servers for mail clients (SRV).",
    },
    {
      query: "host=www.example.com&connect=9.9.9.9",
      shows: "The certificate of the server that the host will move to, before DNS changes.",
    },
  ],
});
