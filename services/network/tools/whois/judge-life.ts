import { secondsOfDay } from "@dnstools/core/protocol/calendar";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Stage, stageOf } from "@dnstools/core/protocol/whois/status";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { RegistrationData } from "./data.ts";

const DAY_S = 86_400;

/** How close the expiry of a registration is at the time of the lookup. */
export type Ending = "expired" | "within_7_days" | "within_30_days" | "later" | "unknown";

/**
 * Returns how close the expiry is. An expiry date without a time means the end of that day in UTC.
 * @param expires in ISO 8601, as isoDate returns it.
 * @param at seconds since 1970.
 */
export function endingOf(expires: string | null, at: number): Ending {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?$/.exec(expires ?? "");
  if (match === null) return "unknown";
  const [year = 0, month = 0, day = 0, hour = 24, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const left = secondsOfDay(year, month, day) + hour * 3600 + minute * 60 + second - at;
  if (left <= 0) return "expired";
  if (left <= 7 * DAY_S) return "within_7_days";
  return left <= 30 * DAY_S ? "within_30_days" : "later";
}

/** Returns the statuses of a registration that show the given stage. */
export function inStage({ status }: RegistrationData, stage: Stage): string[] {
  return status.map(({ code }) => code).filter((code) => stageOf(code) === stage);
}

const LOCK = /^(client|server)TransferProhibited$/;
/** EPP's domain statuses. A registry that publishes one of them publishes locks as well. */
const OF_EPP = /^(ok|(client|server)([A-Z][a-z]+Prohibited|Hold))$/;

/** Returns true if the domain is locked against transfers; null if it has no EPP status. */
export function isTransferLocked({ status }: RegistrationData): boolean | null {
  const codes = status.map(({ code }) => code);
  if (codes.some((code) => LOCK.test(code))) return true;
  return codes.some((code) => OF_EPP.test(code)) ? false : null;
}

/** Key tags of DS records that only the registry has, and key tags that only DNS has. */
export type DsDifference = {
  readonly notInDns: readonly string[];
  readonly notAtRegistry: readonly string[];
};

/**
 * Compares the registry's DS data with DNS by key tags, since a registry may publish only one of several digests.
 * Returns no difference if DNS gave no answer or the registry publishes no DS data.
 */
export function compareDs(
  { dnssec }: RegistrationData,
  ds: Outcome<DnsReply> | null,
  name: string,
): DsDifference {
  if (ds?.kind !== "present" || ds.value.rcode !== "NOERROR") return { notInDns: [], notAtRegistry: [] };
  const inDns = walkChain(ds.value.answers, name, "DS").records.map(
    ({ data }) => `key tag ${data["keyTag"]}`,
  );
  const registered = dnssec.ds.map(({ keyTag }) => `key tag ${keyTag}`);
  const missing = registered.filter((tag) => !inDns.includes(tag));
  const unsaid = dnssec.signed === true && registered.length === 0 && inDns.length === 0;
  const knows = registered.length > 0 || dnssec.signed === false;
  return {
    notInDns: unsaid ? ["signed, key tags not given"] : missing,
    notAtRegistry: knows ? inDns.filter((tag) => !registered.includes(tag)) : [],
  };
}
