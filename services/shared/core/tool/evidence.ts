import { type Static, Type } from "@sinclair/typebox";
import { REASON_CODES } from "./outcome.ts";
import { enumeration, nullable } from "./schema.ts";

/** Schema of an extended DNS error (RFC 8914) that a server sent. */
export const ExtendedError = Type.Object(
  {
    code: Type.Integer({ description: "Number of the extended error." }),
    name: Type.String({ description: "Name of the extended error in the IANA registry." }),
    text: Type.String({ description: "Text that the server added; may be empty." }),
  },
  { title: "ExtendedError" },
);

/** Schema of one exchange with a server, complete enough to be repeated by hand. */
export const Evidence = Type.Object(
  {
    id: Type.String({
      description:
        "Number of the exchange within this answer, in the order in which the questions were sent.",
    }),
    question: Type.String({
      description:
        "The question that was sent: `name class type` for DNS, with `+dnssec` or `+cd` in dig's syntax; `GET` and a URL; the query line for port 43; or the openssl command line.",
    }),
    server: Type.String({ description: "Name of the queried server, or `resolver` for our own resolver." }),
    address: Type.String({
      description:
        "IP address of the queried server; `address#port` if the port is not the transport's default. Empty if no server was reached.",
    }),
    transport: enumeration(
      ["udp", "tcp", "https", "http", "whois", "tls", "smtp", "imap", "pop3"],
      "Transport of the question: udp and tcp for DNS; smtp, imap and pop3 for TLS started within that protocol.",
    ),
    rcode: nullable(
      Type.String({
        description: "Response code of the answer, or the HTTP status; null if there was no answer.",
      }),
    ),
    flags: Type.Array(Type.String(), { description: "DNS header flags of the answer: aa tc rd ra ad cd." }),
    errors: Type.Array(ExtendedError, { description: "Extended DNS errors in the answer (RFC 8914)." }),
    nsid: nullable(
      Type.String({
        description:
          "Name server identifier (NSID, RFC 5001), which tells the instances of a name server apart; null if the server sent none.",
      }),
    ),
    ttl: nullable(
      Type.Integer({ description: "Lowest TTL in the answer section, in seconds; null if there is none." }),
    ),
    elapsedMs: Type.Number({
      description: "Milliseconds from sending the question to the answer or to the timeout.",
    }),
    at: Type.String({ format: "date-time", description: "Time at which the question was sent, in UTC." }),
    reason: nullable(
      enumeration(REASON_CODES, "Why this exchange gave no usable answer; null if it gave one."),
    ),
  },
  { title: "Evidence" },
);
/**
 * One exchange with a server. Its lists are the reply's own lists, which must not be changed: copying them would be
 * expensive.
 */
export type Evidence = Omit<Static<typeof Evidence>, "flags" | "errors"> & {
  readonly flags: readonly string[];
  readonly errors: readonly Static<typeof ExtendedError>[];
};

/**
 * Returns the name and type of a DNS question; the name is in lower case without a trailing dot and empty for the root.
 */
export function questionOf({ question }: Pick<Evidence, "question">): { name: string; type: string } {
  const [name = "", , type = ""] = question.split(" ");
  const lower = name.toLowerCase();
  return { name: lower.endsWith(".") ? lower.slice(0, -1) : lower, type };
}
