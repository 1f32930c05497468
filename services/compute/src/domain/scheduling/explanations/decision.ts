/** Explanation of a scheduling decision, stored as JSON in `scheduling_records`. */
export interface Decision {
  /** Allocation candidates from placement, before any filter. */
  readonly candidates: number
  readonly filters: readonly FilterOutcome[]
  /** The hosts that passed all filters, best first. */
  readonly weighed: readonly WeighedHost[]
  /** Undefined when no host could be claimed. */
  readonly chosen?: { readonly host: string; readonly node: string }
  readonly alternates: readonly { readonly host: string; readonly node: string }[]
  /** Nodes that were lost to another server that was faster. */
  readonly lostRaces: readonly string[]
}

export interface FilterOutcome {
  readonly filter: string
  /** Hosts left after the filter. */
  readonly left: number
  readonly refused: readonly { readonly host: string; readonly node: string; readonly reason: string }[]
  /** How many more hosts were refused, if not all are listed. */
  readonly untold?: number
}

export interface WeighedHost {
  readonly host: string
  readonly node: string
  /** The sum of the normalised weights times their multipliers. */
  readonly weight: number
  readonly weights: Readonly<Record<string, number>>
}
