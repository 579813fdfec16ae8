/** @jsxImportSource hono/jsx */
import type { Contract } from "@dnstools/core/tool/contract";
import type { Param } from "@dnstools/core/tool/params";
import { SHAPE_PARAMS } from "@dnstools/core/tool/shape";
import { valuesOf } from "../../plugins/listing.ts";
import { FORMS } from "../../report/choose-form.ts";
import { Prose } from "./prose.tsx";

/** Maximum number of allowed values that are shown unfolded. */
const VALUES_MAX = 12;

/** The parameters of a tool, followed by the parameters that all tools have. */
export function Parameters({ contract: { params, exactlyOne = [] } }: { readonly contract: Contract }) {
  const shape: readonly (readonly [string, Param<unknown>])[] = Object.entries(SHAPE_PARAMS);
  return (
    <dl class="codes">
      {Object.entries(params).map(([name, param]) => (
        <Row name={name} param={param} need={needOf(name, param, exactlyOne)} />
      ))}
      {shape.map(([name, param]) => (
        <Row name={name} param={param} need="" />
      ))}
      <div>
        <dt>
          <code>format</code>
        </dt>
        <dd>
          The format of a report; it overrides <code>Accept</code>. Calls below <code>/api/v1</code> do not
          have this parameter and always return JSON. <Values values={FORMS} />
        </dd>
      </div>
    </dl>
  );
}

/** Returns the label of a parameter that a call needs; empty for an optional parameter. */
function needOf(name: string, { fallback }: Param<unknown>, exactlyOne: readonly string[]): string {
  if (fallback === undefined) return "required";
  return exactlyOne.includes(name) ? `one of ${exactlyOne.join(", ")}` : "";
}

type RowProps = { readonly name: string; readonly param: Param<unknown>; readonly need: string };

function Row({ name, param: { description, example, schema, fallback }, need }: RowProps) {
  const values = valuesOf(schema) ?? [];
  const preset = fallback?.value ?? null;
  return (
    <div id={`parameter-${name}`}>
      <dt>
        <code>{name}</code> {need !== "" && <span class="tag">{need}</span>}
      </dt>
      <dd>
        <Prose text={description} />
        {preset !== null && !Array.isArray(preset) && (
          <>
            {" "}
            Default: <code>{String(preset)}</code>.
          </>
        )}
        <Bounds schema={schema} />
        {values.length > 0 ? <Values values={values} /> : <Example text={example} />}
      </dd>
    </div>
  );
}

/** The allowed range of a numeric parameter. */
function Bounds({ schema: { minimum, maximum } }: { readonly schema: Param<unknown>["schema"] }) {
  return minimum === undefined ? null : (
    <>
      {" "}
      From {String(minimum)} to {String(maximum)}.
    </>
  );
}

function Example({ text }: { readonly text: string }) {
  if (!text.includes("\n"))
    return (
      <span class="small where">
        such as <code>{text}</code>
      </span>
    );
  return (
    <pre tabindex={0}>
      <code>{text}</code>
    </pre>
  );
}

function Values({ values }: { readonly values: readonly string[] }) {
  const list = values.flatMap((value, at) => [at === 0 ? "" : " ", <code>{value}</code>]);
  if (values.length <= VALUES_MAX) return <span class="small where values">{list}</span>;
  return (
    <details class="small">
      <summary>{values.length} values</summary>
      <p class="values">{list}</p>
    </details>
  );
}
