import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, notFound, outside, say } from "@dnstools/core/report/blocks";
import type { Section, Status } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { recordTable } from "./records.ts";

const STATUS: Readonly<Record<string, Status>> = { answer: "pass", nodata: "none", unknown: "unknown" };

/**
 * Builds the report section about the resolver's answer for one type: all records in order, and its DNSSEC
 * result.
 */
export function resolverSection(answer: Answer<DnsData>): Section {
  const { status, types, server, answers, resolver } = answer.data;
  const [[type, state] = ["", null]] = Object.entries(types);
  const errors = (resolver?.errors ?? []).map(
    ({ code, name, text }) => `${code} ${name}${text === "" ? "" : `: ${text}`}`,
  );
  const bogus = resolver?.bogus ?? null;
  return {
    heading: "What do resolvers get?",
    status: bogus === true ? "fail" : (STATUS[status] ?? "unknown"),
    blocks: blocks([
      recordTable(
        (answers ?? []).map((record) => [record]),
        answer,
      ),
      facts([
        ["Records", status === "nodata" ? say`none of type ${type}` : null],
        ["Records", status === "unknown" ? notFound(state?.reason ?? null) : null],
        [
          "Without DNSSEC check",
          bogus === null ? null : bogus ? "the resolver answers" : "the resolver does not answer either",
        ],
        [
          "DNSSEC",
          status === "unknown" || resolver === null
            ? null
            : resolver.authenticated
              ? cell("pass", "verified by the resolver")
              : "not secured",
        ],
        ["Extended errors", errors.length === 0 ? null : list(errors, 4)],
        ["Resolver", server === null ? null : outside(server.address)],
      ]),
    ]),
  };
}
