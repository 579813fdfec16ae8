import type { Rir } from "../plan/network-shapes.ts";
import { NETWORKS, RIRS as REGISTRIES, TROUBLED } from "../plan/networks.ts";
import { enclosing } from "./blocks.ts";
import { arin } from "./whois-arin.ts";
import { jpnic } from "./whois-jpnic.ts";
import { brazilian, lacnic } from "./whois-lacnic.ts";
import { ODD } from "./whois-odd.ts";
import { type Asked, reply, type Telling } from "./whois-reply.ts";
import { rpsl } from "./whois-rpsl.ts";

const TELLINGS: Readonly<Record<Rir, Telling>> = {
  arin,
  ripe: rpsl("RIPE"),
  apnic: rpsl("APNIC"),
  afrinic: rpsl("AFRINIC"),
  lacnic,
  "registro.br": brazilian,
  jpnic,
};

/** Returns the address in a query, without options and keywords; null if the query is not about an address. */
export function addressIn(question: string): string | null {
  const word = (question.split(/\s+/).at(-1) ?? "").replace(/\/e$/, "").replace(/\/\d+$/, "");
  return /^[\d.]+$/.test(word) || /^[0-9a-f]*:[0-9a-f:.]*$/i.test(word) ? word : null;
}

/** Handlers of queries about addresses, by the server's name. */
export const RIRS: Readonly<Record<string, (asked: Asked, charset: "utf-8" | "latin1") => void>> =
  Object.fromEntries(
    (Object.keys(REGISTRIES) as Rir[]).map((rir) => [
      REGISTRIES[rir].whois,
      (asked: Asked, charset: "utf-8" | "latin1") => {
        const address = addressIn(asked.question) ?? "";
        if (address === TROUBLED.silent) return;
        if (address === TROUBLED.hostile) return ODD.endless(asked);
        const network = NETWORKS.find((one) => one.rir === rir && enclosing(one.cidr, address)) ?? null;
        reply(asked, TELLINGS[rir](address, network, asked.question), charset);
      },
    ]),
  );
