import { PRODUCT } from "../plan/hosts.ts";
import { addressesOf, hostOf } from "../plan/plan.ts";
import { REGISTRATION, type State } from "../plan/registrations.ts";

/** Writes a registry's answer on port 43 for a name in a given state. */
export type Dialect = (name: string, state: State) => string;

export const { registrar, registrant, ds } = REGISTRATION;

/** Splits a timestamp into its parts, with leading zeros. */
function parts(time: string) {
  const [year = "", month = "", day = ""] = time.slice(0, 10).split("-");
  return { year, month, day, clock: time.slice(11, 19) };
}
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats for the dates of a registration; each registry uses one of them. */
export const DATE = {
  /** Such as 2001-02-03. */
  day: (time: string) => time.slice(0, 10),
  /** Such as 20010203. */
  digits: (time: string) => time.slice(0, 10).replaceAll("-", ""),
  /** Such as 2001/02/03. */
  slashes: (time: string) => time.slice(0, 10).replaceAll("-", "/"),
  /** Such as 2001.02.03 04:05:06. */
  dots: (time: string) => `${time.slice(0, 10).replaceAll("-", ".")} ${parts(time).clock}`,
  /** Such as 2001. 02. 03. */
  korean: (time: string) => `${time.slice(0, 10).replaceAll("-", ". ")}.`,
  /** Such as 03.02.2001 04:05:06. */
  czech: (time: string) => {
    const { year, month, day, clock } = parts(time);
    return `${day}.${month}.${year} ${clock}`;
  },
  /** Such as 03-Feb-2001. */
  british: (time: string) => {
    const { year, month, day } = parts(time);
    return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
  },
  /** Such as Sat Feb 3 2001. */
  belgian: (time: string) => {
    const { year, month, day } = parts(time);
    const weekday = new Date(time).toUTCString().slice(0, 3);
    return `${weekday} ${MONTHS[Number(month) - 1]} ${Number(day)} ${year}`;
  },
} as const;

/** Writes a line for each name server. */
export function perServer(line: (name: string, addresses: readonly string[], i: number) => string): string {
  return REGISTRATION.nameServers.map((name, i) => line(name, addressesOf(hostOf(name)), i)).join("");
}

/** The client's address, which some registries show. The plan has only one client. */
export const CLIENT = PRODUCT.v4;

/**
 * Writes a text, such as a registry's terms of use, as comment lines.
 * @param sign the characters at the start of each line
 */
export function comment(sign: string, text: string): string {
  return `${text
    .split("\n")
    .map((line) => `${sign} ${line}`.trimEnd())
    .join("\n")}\n`;
}
