/** @jsxImportSource hono/jsx */
import type { Contract } from "@dnstools/core/tool/contract";
import { linkOf } from "../pages/contact.ts";
import type { PagesInfo } from "../pages/pages-info.ts";
import { everythingUnits } from "./everything-tools.ts";
import { unitsText } from "./search-form.tsx";

/** The limits of a client, and the headers that say them. */
export function Limits({ info: { contracts, units, windowS } }: { readonly info: PagesInfo }) {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      {units === 0 ? (
        <p>No limit is set here. Every answer has the headers all the same.</p>
      ) : (
        <LimitText contracts={contracts} units={units} windowS={windowS} />
      )}
      <pre class="wrap">
        <code>{headersShown(units, windowS)}</code>
      </pre>
      <p>
        Requests that are refused cost nothing, and neither does{" "}
        <a href="/api/v1/limits">
          <code>/api/v1/limits</code>
        </a>
        , which tells what you have left. Too many: status 429, with the seconds to wait in{" "}
        <code>Retry-After</code>.
      </p>
    </section>
  );
}

type LimitProps = {
  readonly contracts: readonly Contract[];
  readonly units: number;
  readonly windowS: number;
};

function LimitText({ contracts, units, windowS }: LimitProps) {
  const mostExpensive = contracts.reduce((one, other) => (other.cost > one.cost ? other : one));
  const cheapest = contracts.reduce((one, other) => (other.cost < one.cost ? other : one));
  const times = Math.floor(units / mostExpensive.cost);
  const everything = everythingUnits(contracts);
  return (
    <p>
      Without a key you have <strong>{unitsText(units)}</strong>, which come back evenly over {windowS}{" "}
      seconds: enough for {times === 1 ? "one" : times} <code>{mostExpensive.tool}</code> at once, or for{" "}
      <code>{cheapest.tool}</code> {howOften(units, windowS)} without end. Everything about a domain costs{" "}
      {everything}
      {everything > units && ", which is more than you have: ask one tool at a time"}. A client is one IPv4
      address, or one /64 of IPv6. What is left stands on every report, and in the headers of every answer.
    </p>
  );
}

/** How often a call of one unit can be made without end, in a time that is easy to think of. */
function howOften(units: number, windowS: number): string {
  const [seconds, name] =
    units >= windowS ? [1, "a second"] : units * 60 >= windowS ? [60, "a minute"] : [3600, "an hour"];
  const times = Math.floor((units * seconds) / windowS);
  return `${times === 1 ? "once" : `${times} times`} ${name}`;
}

function headersShown(units: number, windowS: number): string {
  const limit = units === 0 ? 999_999_999_999_999 : units;
  const left = units === 0 ? limit : limit - 1;
  return `X-RateLimit-Limit: ${limit}
X-RateLimit-Remaining: ${left}
RateLimit: "default";r=${left};t=1
RateLimit-Policy: "default";q=${limit};w=${windowS}
X-Request-Cost: 1`;
}

/** What a key is for, and where to get one. */
export function Keys({ contact }: { readonly contact: string }) {
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p>
        With a key in the header <code>X-API-Key</code> the limit does not apply. A browser with JavaScript
        takes it below the field above, and keeps it in the memory of the tab alone.{" "}
        <AskFor contact={contact} />
      </p>
    </section>
  );
}

function AskFor({ contact }: { readonly contact: string }) {
  if (contact === "") return <>The operator of this API gives out keys, and names no contact here.</>;
  const link = linkOf(contact);
  return <>Ask the operator for one: {link === null ? contact : <a href={link}>{contact}</a>}.</>;
}
