import { formatIp } from "../ip.ts";
import { ip6Text, type Kind, type Rdata, someRest } from "./kinds.ts";
import { type Reader, WireError } from "./reader.ts";
import { base64, hex, inPieces } from "./text.ts";
import { typeName } from "./types.ts";

/** JSON data of a record type whose data is not a plain sequence of fields. */
type Shown = Record<string, unknown>;

/**
 * Reads a LOC record (RFC 1876). On the wire, sizes, precisions and altitude are in centimetres; in the data they
 * are in metres.
 */
export function readLoc(r: Reader): Rdata<Shown> {
  if (r.u8() !== 0) throw new WireError();
  const [size, horizontal, vertical] = [centimetres(r), centimetres(r), centimetres(r)];
  const [latitude, longitude] = [r.u32() - 2 ** 31, r.u32() - 2 ** 31];
  const altitude = r.u32() - 10_000_000;
  if (Math.abs(latitude) > 90 * 3_600_000 || Math.abs(longitude) > 180 * 3_600_000) throw new WireError();
  const sizes = [size, horizontal, vertical].map((cm) => (cm >= 100 ? `${cm / 100}m` : `0.${pad(cm, 2)}m`));
  const height = `${altitude < 0 ? "-" : ""}${Math.floor(Math.abs(altitude) / 100)}.${pad(Math.abs(altitude) % 100, 2)}m`;
  return {
    data: {
      latitude: latitude / 3_600_000,
      longitude: longitude / 3_600_000,
      altitudeM: altitude / 100,
      sizeM: size / 100,
      horizontalPrecisionM: horizontal / 100,
      verticalPrecisionM: vertical / 100,
    },
    value: `${degrees(latitude, "N", "S")} ${degrees(longitude, "E", "W")} ${height} ${sizes.join(" ")}`,
  };
}

/** Reads a length in centimetres, encoded as a factor and a power of ten from 0 to 9 each (RFC 1876 2). */
function centimetres(r: Reader): number {
  const byte = r.u8();
  const [base, exponent] = [byte >> 4, byte & 0x0f];
  if (base > 9 || exponent > 9) throw new WireError();
  return base * 10 ** exponent;
}

/** Formats an angle in thousandths of an arcsecond as degrees, minutes and seconds. */
function degrees(thousandths: number, positive: string, negative: string): string {
  const abs = Math.abs(thousandths);
  const seconds = `${Math.floor(abs / 1000) % 60}.${pad(abs % 1000, 3)}`;
  const sign = thousandths < 0 ? negative : positive;
  return `${Math.floor(abs / 3_600_000)} ${Math.floor(abs / 60_000) % 60} ${seconds} ${sign}`;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, "0");
}

/** Reads an APL record: address prefixes (RFC 3123). */
export function readApl(r: Reader): Rdata<Shown> {
  const prefixes: string[] = [];
  while (r.left > 0) {
    const family = r.u16();
    const prefix = r.u8();
    const byte = r.u8();
    const part = r.take(byte & 0x7f);
    const size = family === 1 ? 4 : family === 2 ? 16 : 0;
    if (part.length > size || prefix > size * 8) throw new WireError();
    const whole = Array.from({ length: size }, (_, i) => part[i] ?? 0);
    prefixes.push(
      `${byte & 0x80 ? "!" : ""}${family}:${size === 16 ? ip6Text(Uint8Array.from(whole)) : formatIp(whole)}/${prefix}`,
    );
  }
  return { data: { prefixes }, value: prefixes.join(" ") };
}

/** Reads a WKS record: an address, a protocol and the ports served (RFC 1035 3.4.2). */
export function readWks(r: Reader): Rdata<Shown> {
  const address = formatIp([...r.take(4)]);
  const protocol = r.u8();
  const ports = [...r.rest()].flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => i * 8 + bit),
  );
  return { data: { address, protocol, ports }, value: [address, protocol, ...ports].join(" ") };
}

/** Reads the optional subaddress of an ISDN record (RFC 1183 3.2). */
export const isdnSubaddress =
  (string: Kind<string>): Kind<string | null> =>
  (r) =>
    r.left === 0 ? [null, ""] : string(r);

/** Reads a gateway: none, an IPv4 or IPv6 address, or a name (RFC 4025 2.3, RFC 8777 4.2.3). */
function gateway(r: Reader, type: number): { readonly json: string | null; readonly text: string } {
  if (type === 0) return { json: null, text: "." };
  if (type === 1 || type === 2) {
    const bytes = r.take(type === 1 ? 4 : 16);
    return { json: formatIp([...bytes]), text: type === 1 ? formatIp([...bytes]) : ip6Text(bytes) };
  }
  if (type !== 3) throw new WireError();
  const name = r.name(false);
  return { json: name, text: name === "." ? "." : `${name}.` };
}

/** Reads an IPSECKEY record (RFC 4025 2.1). */
export function readIpseckey(r: Reader): Rdata<Shown> {
  const [precedence, gatewayType, algorithm] = [r.u8(), r.u8(), r.u8()];
  const { json, text } = gateway(r, gatewayType);
  // RFC 4025 2.4: algorithm 0 means that there is no key.
  const publicKey = base64(algorithm === 0 ? r.rest() : someRest(r));
  const value = [precedence, gatewayType, algorithm, text, inPieces(publicKey)].join(" ").trimEnd();
  return { data: { precedence, gatewayType, algorithm, gateway: json, publicKey }, value };
}

/** Reads an AMTRELAY record. The top bit of the relay type is the "discovery optional" flag (RFC 8777 4.1). */
export function readAmtrelay(r: Reader): Rdata<Shown> {
  const precedence = r.u8();
  const byte = r.u8();
  const [discoveryOptional, relayType] = [byte >> 7, byte & 0x7f];
  const { json, text } = gateway(r, relayType);
  const shown = relayType === 0 ? "" : ` ${text}`;
  return {
    data: { precedence, discoveryOptional: discoveryOptional === 1, relayType, relay: json },
    value: `${precedence} ${discoveryOptional} ${relayType}${relayType === 0 ? " ." : shown}`,
  };
}

/** Reads a HIP record: a host identity and its rendezvous servers (RFC 8005 5). */
export function readHip(r: Reader): Rdata<Shown> {
  const hitLength = r.u8();
  const algorithm = r.u8();
  const keyLength = r.u16();
  if (hitLength === 0 || keyLength === 0) throw new WireError();
  const hit = hex(r.take(hitLength));
  const publicKey = base64(r.take(keyLength));
  const servers: string[] = [];
  while (r.left > 0) servers.push(r.name(false));
  const names = servers.map((server) => (server === "." ? "." : `${server}.`));
  return {
    data: { algorithm, hit, publicKey, rendezvousServers: servers },
    value: [algorithm, hit, publicKey, ...names].join(" "),
  };
}

/** Mnemonics of the certificate types (RFC 4398 2.1). Source: IANA Certificate Types, as of 2026-11-20. */
const CERT_TYPES: Readonly<Record<number, string>> = {
  1: "PKIX",
  2: "SPKI",
  3: "PGP",
  4: "IPKIX",
  5: "ISPKI",
  6: "IPGP",
  7: "ACPKIX",
  8: "IACPKIX",
  253: "URI",
  254: "OID",
};

/** The certificate type of a CERT record, shown by mnemonic if it has one. */
export const certType: Kind<number> = (r) => {
  const type = r.u16();
  return [type, CERT_TYPES[type] ?? String(type)];
};

/** A node identifier or locator: four groups of 16 bits (RFC 6742 2.1.1). */
export const nodeId: Kind<string> = (r) => {
  const text = [r.u16(), r.u16(), r.u16(), r.u16()].map((group) => group.toString(16)).join(":");
  return [text, text];
};

/** The type bitmap of an NXT record: one bitmap of the types below 128 (RFC 2535 5.2). */
export const oldBitmap: Kind<readonly string[]> = (r) => {
  const types = [...r.rest()].flatMap((byte, i) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => typeName(i * 8 + bit)),
  );
  return [types, types.join(" ")];
};

/** The covered type of a SIG record, shown by name, or by its bare number if it has no name (RFC 2535 4.1). */
export const oldCovered: Kind<string> = (r) => {
  const type = typeName(r.u16());
  return [type, type.replace(/^TYPE(\d+)$/, "$1")];
};

/** An EUI-48 or EUI-64 address in lower-case hex with dashes (RFC 7043 3.2). @param size in bytes. */
export const eui =
  (size: number): Kind<string> =>
  (r) => {
    const text = [...r.take(size)].map((byte) => byte.toString(16).padStart(2, "0")).join("-");
    return [text, text];
  };

/** The remaining data as an NSAP address: hex after `0x` (RFC 1706 5). */
export const nsap: Kind<string> = (r) => {
  const text = `0x${hex(someRest(r)).toLowerCase()}`;
  return [text, text];
};
