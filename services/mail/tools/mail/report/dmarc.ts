import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { record, statusOf, words } from "./status.ts";

type Dmarc = MailData["dmarc"];
type Destination = Dmarc["reports"][number];

const DESTINATIONS: Readonly<Record<Destination["status"], Status>> = {
  inside: "pass",
  authorised: "pass",
  unauthorised: "fail",
  diverted: "warning",
  invalid: "fail",
  unknown: "unknown",
  not_asked: "none",
};

const STEPS_MAX = 8;
const DESTINATIONS_MAX = 6;

/** Builds the section about the DMARC policy: what it is, which record sets it, and where reports are sent. */
export function dmarcSection(answer: Answer<MailData>): Section {
  const { dmarc } = answer.data;
  const { alignment, testMode, effective, foundAt } = dmarc;
  const applies = foundAt !== null;
  const isOwn = foundAt === answer.data.domain;
  return {
    heading: "What are receivers asked to do with forged mail?",
    status: statusOf(dmarc, answer),
    blocks: blocks([
      facts([
        ["Record", ownRecord(dmarc)],
        ["Policy", applies && effective !== null ? policyText(effective) : null],
        ["Test mode", testMode === true ? "t=y" : null],
        [
          "Alignment",
          alignment === null || (alignment.dkim === "relaxed" && alignment.spf === "relaxed")
            ? null
            : join(["DKIM ", words(alignment.dkim), ", SPF ", words(alignment.spf)]),
        ],
        ["By RFC 7489", olderText(dmarc)],
      ]),
      table(["Queried name (TXT)", "Answer"], stepRows(dmarc), STEPS_MAX),
      table(
        ["Reports", "To", "Consent", "Host accepts mail"],
        dmarc.reports
          .filter(isOpen)
          .map((one) => [
            outside(one.tag),
            outside(one.uri),
            one.status === "unknown"
              ? notFound(one.reason)
              : cell(isOwn ? DESTINATIONS[one.status] : "none", consentText(one)),
            one.takesMail === null ? "" : one.takesMail ? "yes" : cell(isOwn ? "fail" : "none", "no"),
          ]),
        DESTINATIONS_MAX,
      ),
    ]),
  };
}

function policyText({ domain, subdomains, missingSubdomains }: NonNullable<Dmarc["effective"]>): Text {
  const say = (policy: string | null) => outside(policy ?? "unknown");
  if (domain === subdomains && domain === missingSubdomains)
    return join([say(domain), ", for subdomains too"]);
  return join([
    say(domain),
    "; subdomains: ",
    say(subdomains),
    "; subdomains that do not exist: ",
    say(missingSubdomains),
  ]);
}

/** Returns how receivers that follow RFC 7489 treat the domain; null if there is no difference. */
function olderText({ asSeenByRfc7489: older }: Dmarc): Cell | null {
  if (older === null || !older.differs) return null;
  const percent = older.percent === 100 ? "" : `, for ${older.percent} % of the mail`;
  return cell(
    "warning",
    join([words(older.policy ?? "no policy"), percent, ". ", outside(older.why.join(" "))]),
  );
}

/** Returns the record that applies if it is the domain's own, so that the steps of the tree walk need not be shown. */
function ownRecord({ walk, foundAt }: Dmarc): Cell | null {
  const [first] = walk;
  if (first === undefined || first.name !== foundAt) return null;
  return walk.every(({ status }) => status === "record" || status === "none")
    ? join(first.records.slice(0, 2).map(record), " | ")
    : null;
}

/** Returns true if an address for reports has a problem, and therefore gets a row. */
function isOpen({ status, takesMail }: Destination): boolean {
  return DESTINATIONS[status] !== "pass" || takesMail === false;
}

/**
 * Returns a row for each step of the tree walk, with steps without a record combined; no rows if the overview card
 * already shows all steps.
 */
function stepRows(dmarc: Dmarc): readonly (readonly Cell[])[] {
  const { walk, foundAt } = dmarc;
  if (walk.every(({ status }) => status === "unknown")) return [];
  if (ownRecord(dmarc) !== null) return [];
  const rows: (readonly Cell[])[] = [];
  let empty: string[] = [];
  const close = () => {
    if (empty.length > 0) rows.push([list(empty, 3), "no record"]);
    empty = [];
  };
  for (const step of walk) {
    const name = `_dmarc.${step.name}`;
    if (step.status === "none") {
      empty.push(name);
      continue;
    }
    close();
    rows.push([outside(name), stepCell(step, foundAt)]);
  }
  close();
  return rows;
}

function stepCell({ name, status, reason, records }: Dmarc["walk"][number], foundAt: string | null): Cell {
  if (status === "unknown") return notFound(reason);
  const texts = join(records.slice(0, 3).map(record), " | ");
  if (status === "dropped") return cell("fail", join(["several records, all ignored: ", texts]));
  return name === foundAt ? cell("pass", texts) : texts;
}

function consentText({ status, sentTo }: Destination): Text {
  if (status === "diverted") return join(["diverted to ", outside(sentTo ?? "")]);
  return status === "inside" ? "not needed" : words(status);
}
