/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { unicodeOf } from "@dnstools/core/protocol/names";
import { type Contract, TOOL_NAMES, type ToolName } from "@dnstools/core/tool/contract";
import type { Charge } from "../rate-limit/charge.ts";
import { UNLIMITED } from "../rate-limit/limiter.ts";
import type { Asked } from "./choose-report.ts";
import { everythingUnits } from "./everything-tools.ts";

/** The tools, named as users would. */
export const QUESTIONS: Readonly<Record<ToolName, string>> = {
  dns: "Records, delegation, DNSSEC",
  reverse: "Who is behind an address",
  whois: "Registration",
  dnsbl: "Blacklists",
  ssl: "Certificates",
  mail: "Mail: SPF, DKIM, DMARC",
  propagation: "Has a change arrived?",
  scout: "What hangs on a name",
};

/** A parser's words for people at the field: calls that they name are tools of its list. */
export function inToolWords(words: string): string {
  return words.replace(/\/api\/v1\/([a-z]+)\?[a-z]+=/g, (call, name) => {
    const tool = TOOL_NAMES.find((one) => one === name);
    return tool === undefined ? call : `"${QUESTIONS[tool]}"`;
  });
}

/** What a client may use now, and at most; null for a client without a limit. */
export type UnitsLeft = { readonly left: number; readonly limit: number } | null;

/** What is left after a call was charged; a call with a key is not. */
export function leftAfter(charge: Charge | null): UnitsLeft {
  if (charge === null || charge.state.limit >= UNLIMITED) return null;
  return { left: charge.state.remaining, limit: charge.state.limit };
}

export type SearchFormProps = {
  readonly contracts: readonly Contract[];
  /** What stands in the field: a target as the tools read it, or a text that was refused. */
  readonly typed?: string;
  readonly tool?: Asked | null;
  /** Left out where it is not known, as on pages that are the same for all. */
  readonly units?: UnitsLeft;
  /** What stands there in its place. */
  readonly hint?: string;
  /** Whether a reader can type at once. */
  readonly focused?: boolean;
};

/** The field for a domain, an address, a URL or an e-mail address. Without a script it asks `/go`. */
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

/** What is left to a client, in words. */
function leftText(units: UnitsLeft): string {
  return units === null ? "No limit" : `${units.left} of ${unitsText(units.limit)} left`;
}

export function unitsText(count: number): string {
  return `${count} unit${count === 1 ? "" : "s"}`;
}

/** A name in the letters that its owner writes it with. */
function shown(typed: string): string {
  return harmless(/(^|\.)xn--/.test(typed) ? unicodeOf(typed) : typed);
}
