/** The permission of a query to use a server, from its start until `leave`. */
export type Turn = {
  /**
   * Ends the use of the server.
   * @param answeredAt time at which the query was sent that the server answered; null if it did not answer.
   */
  readonly leave: (answeredAt: number | null) => void;
  /** What queries at one of our own resolvers need in addition. */
  readonly resolver?: ResolverTurn;
};

/** A query's part in finding out how many queries one of our own resolvers takes. */
export type ResolverTurn = {
  /**
   * Notes that the resolver refused the query. Returns true if this may be a limit of the resolver, so that the query
   * must be repeated.
   */
  readonly refused: () => boolean;
  /**
   * Called when it is time to repeat the query. `now`: send it; `later`: call again at the next tick; `queued`: the
   * query is started again when its turn comes, possibly before this method returns.
   */
  readonly repeat: (now: number, deadline: number) => "now" | "later" | "queued";
  /** True if a refusal or silence is a limit of the resolver and so says nothing about the queried name. */
  readonly isLimited: boolean;
};
