import { secondsOfDay } from "@dnstools/core/protocol/calendar";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Stage, stageOf } from "@dnstools/core/protocol/whois/status";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { RegistrationData } from "./data.ts";

const DAY_S = 86_400;

/** How the end of a registration lies to the moment of looking. */
export type Ending = "expired" | "within_7_days" | "within_30_days" | "later" | "unknown";

/**
 * How near the end is. A day without a time ends with it, in UTC.
 * @param expires in ISO 8601, as isoDate gives it.
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

/** The statuses of a registration that tell some stage. */
export function inStage({ status }: RegistrationData, stage: Stage): string[] {
  return status.map(({ code }) => code).filter((code) => stageOf(code) === stage);
}

const LOCK = /^(client|server)TransferProhibited$/;
/** EPP's statuses of a domain: a registry that tells one of them tells of locks, too. */
const OF_EPP = /^(ok|(client|server)([A-Z][a-z]+Prohibited|Hold))$/;

/** Whether it is locked against transfers; null where no status is EPP's. */
export function isTransferLocked({ status }: RegistrationData): boolean | null {
  const codes = status.map(({ code }) => code);
  if (codes.some((code) => LOCK.test(code))) return true;
  return codes.some((code) => OF_EPP.test(code)) ? false : null;
}

/** Key tags of DS data that the registry has and DNS has not, and the reverse. */
export type DsDifference = {
  readonly notInDns: readonly string[];
  readonly notAtRegistry: readonly string[];
};

/**
 * Compares the registry's DS data with DNS by key tags: a registry may tell one digest of several. Nothing differs where DNS could
 * not be asked, or the registry does not tell.
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
