/** @jsxImportSource hono/jsx */
import type { Cell, Fact, Status } from "@dnstools/core/report/report";
import { Inline, Mark, Value } from "./inline.tsx";

/** From so many facts with a status on, facts become cards. */
const CARDS_MIN = 3;

/** Names with their values: as cards where most have a status, as on a report card. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const judged = facts.filter(({ value }) => statusOf(value) !== "none");
  return judged.length >= CARDS_MIN && judged.length * 2 >= facts.length ? (
    <Cards facts={facts} />
  ) : (
    <FactList facts={facts} />
  );
}

/** Names with their values, one below the other. */
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
