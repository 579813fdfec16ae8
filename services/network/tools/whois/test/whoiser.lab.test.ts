import { expect, test } from "bun:test";
import { addressOf } from "@dnstools/lab/plan/plan";
import { REGISTRIES } from "@dnstools/lab/plan/registries";
import { startProduct } from "@dnstools/lab/support/product";
import { domain, type WhoisSearchResult } from "whoiser";
import type { RegistrationData } from "../data.ts";

/** Facts by which this project's reader and whoiser are compared. */
type Facts = {
  readonly registrar: string | null;
  readonly created: string | null;
  readonly expires: string | null;
  readonly nameServers: readonly string[];
};

/** Domains for which whoiser reads different facts, with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "nl registrar": "whoiser takes the lines of the address and of the reseller into the name",
  "uk registrar": "whoiser keeps the registrar's tag in the name",
  "cz created": "whoiser reads 03.02.2001 as the second of March; .cz puts the day first",
  "cz expires": "the same",
  "pl nameServers": "whoiser takes the first of several lines",
  "dk nameServers": "whoiser takes the line `Hostname` of the domain's holder for a name server",
};

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : Array.isArray(value) ? textOf(value[0]) : null;

function dayOf(text: string | null): string | null {
  return text === null || Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString().slice(0, 10);
}

/** Returns the facts as whoiser parses them. */
function readByWhoiser(result: WhoisSearchResult): Facts {
  const servers = result["Name Server"];
  const names = (Array.isArray(servers) ? servers : []).filter((one) => typeof one === "string");
  return {
    registrar: textOf(result["Registrar"]),
    created: dayOf(textOf(result["Created Date"])),
    expires: dayOf(textOf(result["Expiry Date"])),
    nameServers: names.map((name) => name.toLowerCase().replace(/\s.*|\.$/g, "")).sort(),
  };
}

/** Returns the facts as the product shows them. */
function factsOf({ registrar, dates, nameServers }: RegistrationData): Facts {
  return {
    registrar: registrar?.name ?? null,
    created: dayOf(dates.created),
    expires: dayOf(dates.expires),
    nameServers: (nameServers ?? []).map(({ name }) => name).sort(),
  };
}

const isEmpty = (fact: Facts[keyof Facts]) => fact === null || fact.length === 0;

test("whoiser, asking the same registries, reads what the product reads", async () => {
  await using product = await startProduct("all", { REGISTRY_RATE: "0", RATE_LIMIT_UNITS: "0" });
  const differences: string[] = [];
  let compared = 0;
  for (const [tld, { whois }] of Object.entries(REGISTRIES)) {
    if (whois === undefined) continue;
    const name = `registered.${tld}`;
    const results = await domain(name, { host: addressOf(whois), follow: 1, timeout: 20_000 });
    const theirs = readByWhoiser(Object.values(results)[0] as WhoisSearchResult);
    const response = await fetch(`${product.url}/api/v1/whois?domain=${name}`);
    const ours = factsOf(((await response.json()) as { data: RegistrationData }).data);
    for (const fact of Object.keys(theirs) as (keyof Facts)[]) {
      // Neither reader knows every label of every registry.
      if (isEmpty(theirs[fact]) || isEmpty(ours[fact])) continue;
      compared += 1;
      if (!Bun.deepEquals(theirs[fact], ours[fact])) differences.push(`${tld} ${fact}`);
    }
  }
  expect(differences.sort()).toEqual(Object.keys(DIFFERENCES).sort());
  expect(compared).toBeGreaterThan(70);
});
