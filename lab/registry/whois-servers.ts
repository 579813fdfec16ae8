import { iana } from "./whois-iana.ts";
import { type Asked, reply } from "./whois-reply.ts";
import { verisign } from "./whois-verisign.ts";

/** What each server says to a line. */
const TEXTS: Readonly<Record<string, (question: string) => string>> = {
  "whois.iana.org": iana,
  "whois.verisign-grs.com": verisign,
  "ccwhois.verisign-grs.com": verisign,
};

/** How a server answers. */
export function answerer(host: string): (asked: Asked) => void {
  const text = TEXTS[host];
  return (asked) => reply(asked, text?.(asked.question) ?? "");
}
