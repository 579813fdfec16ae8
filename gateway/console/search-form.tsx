/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { unicodeOf } from "@dnstools/core/protocol/names";
import { type Contract, TOOL_NAMES, type ToolName } from "@dnstools/core/tool/contract";
import type { Charge } from "../rate-limit/charge.ts";
import { UNLIMITED } from "../rate-limit/limiter.ts";
import type { Asked } from "./choose-report.ts";
import { everythingUnits } from "./everything-tools.ts";

/** The question that each tool answers, in the words of users. */
export const QUESTIONS: Readonly<Record<ToolName, string>> = {
  dns: "Records, delegation, DNSSEC",
  reverse: "Who is behind an address",
  whois: "Registration",
  dnsbl: "Blacklists",
  ssl: "Certificates",
  mail: "Mail: SPF, DKIM, DMARC",
  propagation: "Has a change arrived?",
  scout: "Names and hosts of a domain",
};

/** Replaces API calls in an error message with the names of the tools in the list of the search form. */
export function inToolWords(words: string): string {
  return words.replace(/\/api\/v1\/([a-z]+)\?[a-z]+=/g, (call, name) => {
    const tool = TOOL_NAMES.find((one) => one === name);
    return tool === undefined ? call : `"${QUESTIONS[tool]}"`;
  });
}

/** The units that a client has left, and its limit; null for a client without a limit. */
export type UnitsLeft = { readonly left: number; readonly limit: number } | null;

/** Returns the units left after a call was charged; null for a call without a limit, such as a call with a key. */
export function leftAfter(charge: Charge | null): UnitsLeft {
  if (charge === null || charge.state.limit >= UNLIMITED) return null;
  return { left: charge.state.remaining, limit: charge.state.limit };
}

/** Properties of the search form. */
export type SearchFormProps = {
  readonly contracts: readonly Contract[];
  /** Initial text of the search field: a target, or a text that was refused. */
  readonly typed?: string;
  readonly tool?: Asked | null;
  /**
   * Units that the client has left. Undefined if the number is unknown, as on pages that are the same for all clients.
   */
  readonly units?: UnitsLeft;
  /** Text that is shown if `units` is undefined. */
  readonly hint?: string;
  /** True if the search field has the focus when the page opens. */
  readonly focused?: boolean;
};

/** The search form for a domain, an address, a URL or an e-mail address. It is submitted to `/go`. */
export function SearchForm(props: SearchFormProps) {
  const { contracts, typed = "", tool = null, units, focused = false } = props;
  const hint = units === undefined ? props.hint : leftText(units);
  return (
    <search class="ask">
      <form action="/go">
        <label for="q">Domain, IP address, URL or e-mail address</label>
        <div class="field">
          <input
            id="q"
            name="q"
            type="text"
            value={shown(typed)}
            placeholder="example.com"
            required
            maxlength={9000}
            autocapitalize="none"
            autocomplete="off"
            autocorrect="off"
            spellcheck={false}
            enterkeyhint="go"
            autofocus={focused}
            aria-describedby={hint === undefined ? undefined : "hint"}
          />
          <label class="hidden" for="tool">
            Tool
          </label>
          <select id="tool" name="tool">
            <option value="">Automatic</option>
            <option value="all" selected={tool === "all"}>
              Everything (up to {everythingUnits(contracts)})
            </option>
            {contracts.map((contract) => (
              <option value={contract.tool} selected={tool === contract.tool}>
                {QUESTIONS[contract.tool]} ({contract.cost})
              </option>
            ))}
          </select>
          <button type="submit">Check</button>
        </div>
        {hint !== undefined && (
          <p class="units" id="hint">
            {hint}
          </p>
        )}
      </form>
    </search>
  );
}

/** Formats the units left as text. */
function leftText(units: UnitsLeft): string {
  return units === null ? "No limit" : `${units.left} of ${unitsText(units.limit)} left`;
}

/** Formats a number of units as text, for example "1 unit". */
export function unitsText(count: number): string {
  return `${count} unit${count === 1 ? "" : "s"}`;
}

/** Returns a name with international letters instead of Punycode. */
function shown(typed: string): string {
  return harmless(/(^|\.)xn--/.test(typed) ? unicodeOf(typed) : typed);
}
