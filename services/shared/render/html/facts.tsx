/** @jsxImportSource hono/jsx */
import type { Cell, Fact, Status } from "@dnstools/core/report/report";
import { Inline, Mark, Value } from "./inline.tsx";

/** Minimum number of facts with a status. If there are fewer, the facts are not shown as cards. */
const CARDS_MIN = 3;

/** Renders names with their values, as cards if most of them have a status. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const judged = facts.filter(({ value }) => statusOf(value) !== "none");
  return judged.length >= CARDS_MIN && judged.length * 2 >= facts.length ? (
    <Cards facts={facts} />
  ) : (
    <FactList facts={facts} />
  );
}

/** Renders names with their values as a list. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <div>
          <dt>
            <Inline text={name} />
          </dt>
          <dd>
            <Value cell={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Cards({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="cards">
      {facts.map(({ name, value }) => (
        <div class={statusOf(value)}>
          <dt>
            <Inline text={name} /> <Mark status={statusOf(value)} />
          </dt>
          <dd>
            <Inline text={typeof value === "object" && "status" in value ? value.text : value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function statusOf(value: Cell): Status {
  return typeof value === "object" && "status" in value ? value.status : "none";
}
