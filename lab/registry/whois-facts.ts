import { PRODUCT } from "../plan/hosts.ts";
import { addressesOf, hostOf } from "../plan/plan.ts";
import { REGISTRATION, type State } from "../plan/registrations.ts";

/** How a registry tells the state of a name on port 43. */
export type Dialect = (name: string, state: State) => string;

export const { registrar, registrant, ds } = REGISTRATION;

/** A time's parts, each as wide as it is always written. */
function parts(time: string) {
  const [year = "", month = "", day = ""] = time.slice(0, 10).split("-");
  return { year, month, day, clock: time.slice(11, 19) };
}
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Ways to write the dates of a registration, of which each registry has its own. */
export const DATE = {
  /** 2001-02-03 */
  day: (time: string) => time.slice(0, 10),
  /** 20010203 */
  digits: (time: string) => time.slice(0, 10).replaceAll("-", ""),
  /** 2001/02/03 */
  slashes: (time: string) => time.slice(0, 10).replaceAll("-", "/"),
  /** 2001.02.03 04:05:06 */
  dots: (time: string) => `${time.slice(0, 10).replaceAll("-", ".")} ${parts(time).clock}`,
  /** 2001. 02. 03. */
  korean: (time: string) => `${time.slice(0, 10).replaceAll("-", ". ")}.`,
  /** 03.02.2001 04:05:06 */
  czech: (time: string) => {
    const { year, month, day, clock } = parts(time);
    return `${day}.${month}.${year} ${clock}`;
  },
  /** 03-Feb-2001 */
  british: (time: string) => {
    const { year, month, day } = parts(time);
    return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
  },
  /** Sat Feb 3 2001 */
  belgian: (time: string) => {
    const { year, month, day } = parts(time);
    const weekday = new Date(time).toUTCString().slice(0, 3);
    return `${weekday} ${MONTHS[Number(month) - 1]} ${Number(day)} ${year}`;
  },
} as const;

/** A line for each name server. */
export function perServer(line: (name: string, addresses: readonly string[], i: number) => string): string {
  return REGISTRATION.nameServers.map((name, i) => line(name, addressesOf(hostOf(name)), i)).join("");
}

/** The address of whoever asks: some registries tell it, and the plan has but one. */
export const CLIENT = PRODUCT.v4;

/** A text after another, made of lines that begin with a sign: what registries say before they come to the point. */
export function comment(sign: string, text: string): string {
  return `${text
    .split("\n")
    .map((line) => `${sign} ${line}`.trimEnd())
    .join("\n")}\n`;
}
