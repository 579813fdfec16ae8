/** An address registry that the lab imitates. */
export type Rir = "arin" | "ripe" | "apnic" | "lacnic" | "afrinic" | "registro.br" | "jpnic";

/** A network as its registry describes it. */
export type Network = {
  readonly rir: Rir;
  readonly cidr: string;
  readonly range: readonly [first: string, last: string];
  readonly handle: string;
  readonly name: string;
  readonly type: string;
  /** Absent if the registry gives no country for networks, as ARIN does. */
  readonly country?: string;
  readonly parent?: string;
  readonly holder: { readonly handle: string; readonly name: string; readonly country: string };
  readonly abuse: { readonly handle: string; readonly email: string; readonly phone: string };
  readonly registered: string;
  readonly changed: string;
  /** True if the registry returns only a placeholder, because the network was transferred to another registry. */
  readonly stub?: true;
};

/**
 * The network that announces a prefix, as in Team Cymru's TXT records: fields separated by `|`. A few entries are
 * malformed on purpose.
 */
export type Origin = { readonly prefix: string; readonly says: string };
