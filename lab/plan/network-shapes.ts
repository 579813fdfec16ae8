/** The registries of addresses that the lab plays. */
export type Rir = "arin" | "ripe" | "apnic" | "lacnic" | "afrinic" | "registro.br" | "jpnic";

/** A registered network. */
export type Network = {
  readonly rir: Rir;
  readonly cidr: string;
  readonly range: readonly [first: string, last: string];
  readonly handle: string;
  readonly name: string;
  readonly type: string;
  /** Where the registry gives one to networks; ARIN does not. */
  readonly country?: string;
  readonly parent?: string;
  readonly holder: { readonly handle: string; readonly name: string; readonly country: string };
  readonly abuse: { readonly handle: string; readonly email: string; readonly phone: string };
  readonly registered: string;
  readonly changed: string;
  /** Not the holder's: the registry says only that the network is another's now. */
  readonly stub?: true;
};

/** Who announces a network, as Team Cymru's DNS has it: fields between bars; wrong ones are there to be wrong. */
export type Origin = { readonly prefix: string; readonly says: string };
