/** @jsxImportSource hono/jsx */
import type { Contract } from "@dnstools/core/tool/contract";
import { linkOf } from "../pages/contact.ts";
import type { PagesInfo } from "../pages/pages-info.ts";
import { everythingUnits } from "./everything-tools.ts";
import { unitsText } from "./search-form.tsx";

/** The section about the limits of a client and the headers that report these limits. */
export function Limits({ info: { contracts, units, windowS } }: { readonly info: PagesInfo }) {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      {units === 0 ? (
        <p>This API has no limit. Every response still has these headers:</p>
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
        , which shows what you have left. Requests above the limit get status 429, with the seconds to wait in{" "}
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
      Without a key you have <strong>{unitsText(units)}</strong>, which are restored evenly over {windowS}{" "}
      seconds: enough for {times === 1 ? "one" : times} <code>{mostExpensive.tool}</code> at once, or for{" "}
      <code>{cheapest.tool}</code> {howOften(units, windowS)} permanently. A report of everything about a
      domain costs {everything}
      {everything > units && ", which is more than you have: use one tool at a time"}. A client is one IPv4
      address or one IPv6 /64. Every report and the headers of every response show what is left.
    </p>
  );
}

/** Returns the sustained rate of calls that cost one unit, per second, minute or hour. */
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

/** The section about API keys and how to get one. */
export function Keys({ contact }: { readonly contact: string }) {
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p>
        With a key in the header <code>X-API-Key</code> the limit does not apply. In a browser with
        JavaScript, enter the key below the search field; it is kept only in the memory of the tab.{" "}
        <AskFor contact={contact} />
      </p>
    </section>
  );
}

function AskFor({ contact }: { readonly contact: string }) {
  if (contact === "") return <>The operator of this API issues keys, but has not published a contact here.</>;
  const link = linkOf(contact);
  return <>Ask the operator for one: {link === null ? contact : <a href={link}>{contact}</a>}.</>;
}
