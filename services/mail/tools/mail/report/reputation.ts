import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, notFound, outside, table } from "@dnstools/core/report/blocks";
import type { Cell, Section } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { statusOf, words } from "./status.ts";

type Address = MailData["reputation"]["addresses"][number];
type Listing = Address["listings"][number];

const ADDRESSES_MAX = 8;
const LISTINGS_MAX = 6;
const WEIGHTS = ["high", "medium", "low"];

/** Builds the section about the blocklists that contain addresses of the domain, the most widely used lists first. */
export function reputationSection(answer: Answer<MailData>): Section {
  const { reputation } = answer.data;
  const asked = reputation.addresses.filter(({ status }) => status !== "not_asked");
  const listings = asked
    .flatMap((address) => address.listings.map((listing) => ({ ...listing, ip: address.ip })))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const several = new Set(listings.map(({ ip }) => ip)).size > 1;
  const open = asked.filter(isOpen);
  const clean = asked.filter((one) => !isOpen(one)).map(({ ip }) => ip);
  return {
    heading: "Which blocklists contain the domain's addresses, and does this matter?",
    status: statusOf(reputation, answer),
    blocks: blocks([
      table(
        ["List", ...(several ? ["Address"] : []), "Weight", "Kind", "Removal"],
        listings.map(({ zone, ip, weight, kind, delistUrl }) => [
          outside(zone),
          ...(several ? [outside(ip)] : []),
          words(weight),
          words(kind),
          outside(delistUrl ?? ""),
        ]),
        LISTINGS_MAX,
      ),
      table(["Address", "Host", "Listed", "Not listed", "Unknown"], open.map(rowOf), ADDRESSES_MAX),
      facts([["On no blocklist", open.length === 0 || clean.length === 0 ? null : list(clean)]]),
    ]),
  };
}

/** Returns the sort position of a listing. Listings in policy lists come last, because they do not mean abuse. */
function rankOf({ kind, weight }: Listing): number {
  return (kind === "policy" ? WEIGHTS.length : 0) + WEIGHTS.indexOf(weight);
}

/** Returns true unless it is certain that no list contains the address. */
function isOpen({ summary }: Address): boolean {
  return summary?.verdict.status !== "pass";
}

function rowOf({ ip, subject, hosts, summary, reason }: Address): readonly Cell[] {
  const whose = subject === "domain" ? "the domain itself" : list(hosts, 2);
  if (summary === null) return [outside(ip), whose, notFound(reason), "", ""];
  const { listed, notListed, unknown, verdict } = summary;
  return [outside(ip), whose, cell(verdict.status, String(listed)), String(notListed), String(unknown)];
}
