import type { Answer } from "@dnstools/core/report/answer";
import { cell, facts, join, outside, say } from "@dnstools/core/report/blocks";
import type { Block, Status, Text } from "@dnstools/core/report/report";
import type { More } from "../data/more.ts";
import type { ServerData, SslData } from "../data.ts";
import { byDigest, type Certificates, nameOf } from "./certificates.ts";
import { dotted, foundStatus, placesOf, words, worstOf } from "./words.ts";

const ROWS_MAX = 8;

/** One result of a further connection to a server. */
type Shown = { readonly name: string; readonly status: Status; readonly text: Text };

/** Lists the results of further connections that differ from those of an ordinary server, each with its servers. */
export function furtherFacts(
  reached: readonly ServerData[],
  { data, findings }: Answer<SslData>,
): { readonly status: Status; readonly block: Block | null } {
  const certificates = byDigest(data);
  const found = (server: ServerData, ...codes: readonly Parameters<typeof foundStatus>[2][]) =>
    foundStatus(findings, [server], ...codes);
  const all = reached.flatMap((server) => {
    const { more } = server;
    if (more === null) return [];
    const shown = [
      ...(more.status === "skipped" ? [skipped(more)] : []),
      ...staplingOf(more, found(server, "ssl.must_staple_missing", "ssl.staple_broken", "ssl.must_staple")),
      ...secondOf(server, certificates),
      ...unnamedOf(server, certificates),
      ...(more.clientCertificate === true
        ? [
            {
              name: "Client certificate",
              status: found(server, "ssl.client_certificate_required"),
              text: "asked for",
            },
          ]
        : []),
      ...weakOf(more, found(server, "ssl.weak_cipher", "ssl.weak_cipher_offered")),
      ...unknownOf(more),
    ];
    return shown.map((one) => ({ one, server }));
  });
  const alike = [...Map.groupBy(all, ({ one }) => JSON.stringify(one)).values()];
  return {
    status: worstOf(all.map(({ one: { name, status } }) => (name === UNKNOWN ? "none" : status))),
    block: facts(
      alike.slice(0, ROWS_MAX).flatMap((some) => {
        const [first] = some;
        if (first === undefined) return [];
        const { name, status, text } = first.one;
        const where =
          some.length === reached.length
            ? null
            : placesOf(
                some.map(({ server }) => server),
                data.servers,
              );
        return [[name, cell(status, dotted([text, where]))] as const];
      }),
    ),
  };
}

function skipped({ reason }: More): Shown {
  return { name: "Further connections", status: "unknown", text: `not made (${words(reason ?? "")})` };
}

function staplingOf({ stapling }: More, found: Status): readonly Shown[] {
  const name = "Stapled OCSP";
  switch (stapling?.status) {
    case "good":
      return [
        {
          name,
          status: "pass",
          text: say`good${stapling.nextUpdate === null ? "" : join([" until ", outside(stapling.nextUpdate)])}`,
        },
      ];
    case "revoked":
      return [{ name, status: "fail", text: "revoked" }];
    case "unknown":
      return [{ name, status: worstOf(["unknown", found]), text: words(stapling.reason ?? "unknown") }];
    default:
      // Most servers staple no response, and they need not.
      return found === "none"
        ? []
        : [{ name, status: found, text: stapling === null ? "not asked for" : "none" }];
  }
}

function secondOf({ more, chain }: ServerData, certificates: Certificates): readonly Shown[] {
  const rsa = more?.rsa;
  if (!rsa?.certificate || rsa.certificate === chain?.[0]?.sha256) return [];
  const verdicts = Object.values(rsa.verdicts ?? {});
  const status = worstOf(verdicts.map((one) => one.status));
  const reasons = verdicts.flatMap((one) => (one.reason === null ? [] : [words(one.reason)]));
  const text = dotted([
    nameOf(rsa.certificate, certificates),
    reasons.length === 0 ? null : reasons.join(", "),
  ]);
  return [{ name: "Second certificate (RSA)", status, text }];
}

function unnamedOf({ more, chain }: ServerData, certificates: Certificates): readonly Shown[] {
  const other = more?.withoutName;
  if (other?.status !== "seen" || other.certificate === chain?.[0]?.sha256) return [];
  const text = other.certificate === null ? "no certificate" : nameOf(other.certificate, certificates);
  return [{ name: "Without a name (SNI)", status: "none", text }];
}

function weakOf({ weakCipher }: More, found: Status): readonly Shown[] {
  return weakCipher?.cipher
    ? [{ name: "Weak cipher accepted", status: found, text: outside(weakCipher.cipher) }]
    : [];
}

const UNKNOWN = "Not known";

/** Lists the questions about a server that the further connections were meant to answer but did not. */
function unknownOf({ rsa, withoutName, weakCipher }: More): readonly Shown[] {
  const open = [
    ...(rsa?.status === "unknown" ? ["whether it has a second certificate (RSA)"] : []),
    ...(withoutName?.status === "unknown" ? ["what clients without SNI get"] : []),
    ...(weakCipher?.status === "unknown" ? ["whether it accepts weak ciphers"] : []),
  ];
  return open.length === 0 ? [] : [{ name: UNKNOWN, status: "unknown", text: open.join(", ") }];
}
