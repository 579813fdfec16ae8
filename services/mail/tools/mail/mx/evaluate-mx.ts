import { printable } from "@dnstools/core/printable";
import { fcrdnsOf, judgeName } from "@dnstools/core/protocol/fcrdns";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { type Outcome, present } from "@dnstools/core/tool/outcome";
import type { Verdict } from "@dnstools/core/tool/verdict";
import { type Answer, recordsOf } from "../answers.ts";
import { createSayer, type Remedy, type Section, type SectionStatus, statusBy } from "../section.ts";
import type { MxData } from "./data.ts";
import { MX_FINDINGS } from "./findings.ts";
import { isProviders, MX_PROVIDERS, providerOf } from "./providers.ts";
import { ipsIn, type MxAddress, type MxHost, type MxReading, type PtrSeen } from "./lookup-mx.ts";

export type MxContext = {
  readonly domain: string;
  /** Whether the domain is taken for one that takes mail. */
  readonly receives: boolean | null;
  /** Whether it has nothing to do with mail, as far as is known. */
  readonly silent: boolean;
  /** Whether it is certain that it has nothing to do with mail: only then it is told to say so. */
  readonly certain: boolean;
  /** Whether a policy of MTA-STS names its mail servers. */
  readonly pinned: boolean;
};

type Sayer = ReturnType<typeof createSayer<typeof MX_FINDINGS>>;
type HostData = NonNullable<MxData["hosts"]>[number];

export function judgeMx(reading: MxReading, context: MxContext): Section<MxData> {
  const { mx, kind, left } = reading;
  const { domain } = context;
  const sayer = createSayer(MX_FINDINGS);
  sayOfKind(sayer, reading, context);
  // Addresses of a domain that takes no mail are no mail server's.
  const served = kind === "implicit" && context.receives !== true ? [] : reading.hosts;
  const hosts = served.map((host) => judgeHost(sayer, host, domain));
  if (left > 0) sayer.say("mail.mx_too_many", domain);
  // Whose addresses could not be found out may have one.
  const certain = hosts.length > 0 && hosts.every(({ status, reason }) => status === "ok" && reason === null);
  const all = hosts.flatMap(({ addresses }) => addresses);
  if (certain && all.length > 0 && all.every(({ ip }) => ip.includes(":")))
    sayer.say("mail.mx_ipv6_only", domain);
  const reason = unknownReason(reading);
  const status = statusOf(reading, sayer, hosts);
  return {
    data: {
      status,
      reason:
        status === "unknown"
          ? (reason ?? hosts.toSorted(byUnknown).find((host) => host.reason !== null)?.reason ?? null)
          : null,
      records: recordsOf(mx)
        .slice(0, 50)
        .map(({ value }) => printable(value, 300)),
      findings: sayer.codes(),
      kind,
      secure: mx.secure,
      hosts: kind === "unknown" ? null : hosts,
      left,
      provider: hosts.find(({ provider }) => provider !== null)?.provider ?? null,
    },
    findings: sayer.findings,
    remedies: remediesOf(reading, sayer.codes(), context),
  };
}

function sayOfKind(sayer: Sayer, { mx, kind }: MxReading, { domain, receives, silent }: MxContext): void {
  const preferences = recordsOf(mx).map(({ data }) => data.preference);
  if (kind === "null") {
    sayer.say("mail.mx_null", domain);
    if (preferences.some((preference) => preference !== 0)) sayer.say("mail.mx_null_preference", domain);
  }
  if (kind === "null_and_others") sayer.say("mail.mx_null_with_others", domain);
  if (kind === "implicit" && receives) sayer.say("mail.mx_implicit", domain);
  if (silent && (kind === "none" || kind === "implicit")) sayer.say("mail.mx_null_missing", domain);
}

function statusOf(reading: MxReading, sayer: Sayer, hosts: readonly HostData[]): SectionStatus {
  if (reading.kind === "unknown") return "unknown";
  const status = statusBy(sayer.findings);
  if (reading.kind === "none" || reading.kind === "implicit") return status === "invalid" ? status : "absent";
  // Half of a server's addresses is not all of them.
  const open = hosts.some(
    (host) => host.status === "unknown" || (host.status === "ok" && host.reason !== null),
  );
  return open && status !== "invalid" ? "unknown" : status;
}

/** Those first of whom nothing is known. */
function byUnknown(a: HostData, b: HostData): number {
  return Number(b.status === "unknown") - Number(a.status === "unknown");
}

function unknownReason({ mx, a, aaaa, kind }: MxReading) {
  if (kind !== "unknown") return null;
  const failed = [mx, a, aaaa].find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  return failed?.kind === "unknown" ? failed.reason : null;
}

function judgeHost(sayer: Sayer, host: MxHost, domain: string): HostData {
  const { preference, problem, a, aaaa } = host;
  const name = printable(host.host, 260);
  if (problem === "address") sayer.say("mail.mx_address_literal", name);
  // An underscore is asked for all the same: some senders do, too.
  if (problem === "not_a_host" || (problem === null && name.includes("_")))
    sayer.say("mail.mx_not_a_host", name);
  if (problem === "null_form") sayer.say("mail.mx_null_wrong_form", name);
  const aliases = [...new Set([...(a?.aliases ?? []), ...(aaaa?.aliases ?? [])])];
  if (aliases.length > 0 && preference !== null) sayer.say("mail.mx_alias", name);
  const foreign = isProviders(host.host, domain);
  const addresses = host.addresses.map((address) => judgeAddress(sayer, address, { name, foreign }));
  const failed = [a, aaaa].find((answer) => answer?.outcome.kind === "unknown")?.outcome;
  const reason = failed?.kind === "unknown" ? failed.reason : null;
  const found =
    problem !== null ? problem : addresses.length > 0 ? "ok" : reason === null ? "missing" : "unknown";
  if (found === "missing") sayer.say("mail.mx_missing", name);
  // A lookup that timed out, or that this API did not make, says nothing of the name's servers.
  if (reason === "servfail") sayer.say("mail.mx_lookup_failed", `${name}, SERVFAIL`);
  return {
    preference,
    host: name,
    status: found,
    reason: found === "missing" ? null : reason,
    aliases: aliases.slice(0, 10).map((alias) => printable(alias)),
    provider: providerOf(host.host, MX_PROVIDERS),
    addresses,
  };
}

function judgeAddress(
  sayer: Sayer,
  address: MxAddress,
  { name: host, foreign }: { readonly name: string; readonly foreign: boolean },
): HostData["addresses"][number] {
  const { ip, isPublic, ptr, names } = address;
  if (!isPublic) sayer.say("mail.mx_not_public", `${host}, ${ip}`);
  const fcrdns = ptr === null ? null : verdictOf(address, ptr);
  // Of providers' servers it is not the owner's to mend.
  if (fcrdns?.status === "fail" && !foreign)
    sayer.say(fcrdns.reason === "no_ptr" ? "mail.mx_no_ptr" : "mail.mx_ptr_mismatch", ip);
  const known = ptr !== null && ptr.outcome.kind !== "unknown";
  return { ip, isPublic, names: known ? names.map(({ name }) => printable(name)) : null, fcrdns };
}

function verdictOf({ ip, names, namesTotal }: MxAddress, ptr: Answer<"PTR">): Verdict {
  const { outcome } = ptr;
  const judged = names.map(({ name, forward }) => judgeName({ name, forward: addressesOf(forward) }, ip));
  const unknown = outcome.kind === "unknown" ? outcome.reason : null;
  const verdict = fcrdnsOf(ip, judged, { unknown, total: namesTotal });
  return { ...verdict, detail: printable(verdict.detail, 300) };
}

function addressesOf(forward: PtrSeen["forward"]): Outcome<readonly string[]> | null {
  if (forward === null) return null;
  const { outcome } = forward;
  return outcome.kind === "present" ? present(ipsIn(forward)) : outcome;
}

function remediesOf(
  { mx, kind, hosts }: MxReading,
  said: readonly string[],
  { domain, certain, pinned }: MxContext,
): Remedy[] {
  const record = (value: string) => ({ name: domain, type: "MX", value });
  const values = recordsOf(mx).map(({ value }) => value);
  const nulls = recordsOf(mx).filter(({ data }) => data.exchange === ".");
  const remedies: Remedy[] = [];
  const add = (codes: readonly string[], publish: readonly string[], remove: readonly string[]) => {
    const cures = codes.filter((code) => said.includes(code));
    if (cures.length > 0)
      remedies.push({ cures, publish: publish.map(record), remove: remove.map(record), file: null });
  };
  if (kind === "null") add(["mail.mx_null_preference"], ["0 ."], values);
  // Whose addresses may take mail all the same is not told to refuse it.
  if (certain) add(["mail.mx_null_missing"], ["0 ."], []);
  add(["mail.mx_implicit"], [`10 ${domain}.`], []);
  if (kind === "null_and_others")
    add(
      ["mail.mx_null_with_others"],
      [],
      nulls.map(({ value }) => value),
    );
  const only = hosts.length > 0 && hosts.every(({ problem }) => problem === "null_form");
  if (only) add(["mail.mx_null_wrong_form"], ["0 ."], values);
  const aliased = hosts.flatMap(({ host, preference, a, aaaa, addresses }) => {
    const end = a?.aliases.at(-1) ?? aaaa?.aliases.at(-1);
    return end === undefined || preference === null ? [] : [{ host, preference, end, addresses }];
  });
  // What an alias leads to is named in its place where it is a mail server that can be reached.
  const good = aliased.every(
    ({ end, addresses }) => isHostName(end) && addresses.some(({ isPublic }) => isPublic),
  );
  const names = new Set(aliased.map(({ host }) => host));
  const old = recordsOf(mx).filter(({ data }) => names.has(answerName(data.exchange)));
  const better = [...new Set(aliased.map(({ preference, end }) => `${preference} ${end}.`))];
  if (good && !pinned)
    add(
      ["mail.mx_alias"],
      better.filter((value) => !values.includes(value)),
      old.map(({ value }) => value),
    );
  return remedies;
}
