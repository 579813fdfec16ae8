import { REGISTRATION } from "../plan/registrations.ts";
import { type Dialect, ds, perServer, registrant, registrar } from "./whois-facts.ts";

/**
 * Converts an RDAP status, such as `client transfer prohibited`, to its EPP form with a link to the explanation (RFC
 * 8056).
 */
export function eppStatus(status: string): string {
  const camel = status.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${camel} https://icann.org/epp#${camel}`;
}

/** Returns a line for each status. @param prefix beginning of each line. */
export function statusLines(dropped: boolean, prefix: string): string {
  const status = dropped ? REGISTRATION.droppedStatus : REGISTRATION.status;
  return status.map((one) => `${prefix}Domain Status: ${eppStatus(one)}\n`).join("");
}

const UPDATED = `>>> Last update of WHOIS database: ${REGISTRATION.updated} <<<

For more information on Whois status codes, please visit https://icann.org/epp

Terms of Use: Access to WHOIS information is provided to assist persons in
determining the contents of a domain name registration record in the registry
database. The data in this record is provided for informational purposes only,
and accuracy is not guaranteed.
`;

const CONTACTS = ["Registrant", "Admin", "Tech"]
  .map(
    (role) => `Registry ${role} ID: REDACTED FOR PRIVACY
${role} Name: REDACTED FOR PRIVACY
${role} Organization: ${role === "Registrant" ? registrant.organization : "REDACTED FOR PRIVACY"}
${role} Street: REDACTED FOR PRIVACY
${role} Country: ${role === "Registrant" ? registrant.country : "REDACTED FOR PRIVACY"}
${role} Email: Please query the RDDS service of the Registrar of Record identified in this output
`,
  )
  .join("");

/**
 * Returns a record in ICANN's format for registries and registrars.
 * @param server the registrar's WHOIS server, as named in the record
 */
export function gtldRecord(name: string, dropped: boolean, server: string = registrar.whois): string {
  return `Domain Name: ${name}
Registry Domain ID: 2336799-LROR
Registrar WHOIS Server: ${server}
Registrar URL: ${registrar.url}
Updated Date: ${REGISTRATION.changed}
Creation Date: ${REGISTRATION.registered}
Registry Expiry Date: ${REGISTRATION.expires}
Registrar: ${registrar.name}
Registrar IANA ID: ${registrar.ianaId}
Registrar Abuse Contact Email: ${registrar.abuse.email}
Registrar Abuse Contact Phone: ${registrar.abuse.phone}
${statusLines(dropped, "")}${CONTACTS}${dropped ? "" : perServer((server) => `Name Server: ${server}\n`)}DNSSEC: signedDelegation
DNSSEC DS Data: ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}
URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
${UPDATED}`;
}

/**
 * Returns the dialect of a registry that uses ICANN's format.
 * @param words the registry's texts for names that are not registered
 */
function gtld(words: {
  readonly free: (name: string) => string;
  readonly reserved: string;
  readonly limited: string;
}): Dialect {
  return (name, state) => {
    if (state === "limited") return `${words.limited}\n`;
    if (state === "free") return `${words.free(name)}\n${UPDATED}`;
    if (state === "reserved") return `${words.reserved}\n${UPDATED}`;
    return gtldRecord(name, state === "dropped");
  };
}

const LIMIT = "WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS";

export const pir = gtld({
  free: () => "Domain not found.",
  reserved: "Reserved by Registry",
  limited: LIMIT,
});
export const io = gtld({
  free: () => "Domain not found.",
  reserved: "This name is reserved by the Registry in accordance with ICANN Policy.",
  limited: "Your request is being rate limited",
});
export const us = gtld({
  free: () => "No Data Found",
  reserved: "Reserved Domain Name",
  limited: "Too many requests: query rate limit exceeded. Please try again later.",
});
export const fm = gtld({
  free: () => "The queried object does not exist: DOMAIN NOT FOUND",
  reserved: "This name is reserved by the Registry and is not available for registration.",
  limited: "Query rate limit exceeded. Try again later.",
});
export const centralnic = gtld({
  free: () => "The queried object does not exist: DOMAIN NOT FOUND",
  reserved: "This name is reserved by the Registry and is not available for registration.",
  limited: "Query rate limit exceeded. Try again in 30 seconds.",
});
export const ie = gtld({
  free: (name) => `Not found: ${name}`,
  reserved: "Reserved by Registry",
  limited: "Quota exceeded. Please try again later.",
});
export const id = gtld({
  free: () => "DOMAIN NOT FOUND",
  reserved: "Reserved by Registry",
  limited: "Too many requests from your address, you are temporarily blocked.",
});

/**
 * The registrar's own server. It has data about the names that it registered, and contradicts the registry about one
 * of them.
 */
export const labRegistrar: Dialect = (name, state) =>
  state === "registered" && !name.startsWith("contradicts.")
    ? gtldRecord(name.toUpperCase(), false).replace(
        "Registry Expiry Date",
        "Registrar Registration Expiration Date",
      )
    : `No match for domain "${name.toUpperCase()}".\n${UPDATED}`;
