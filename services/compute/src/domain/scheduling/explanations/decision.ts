/** Why a scheduling decision came out as it did: JSON in `scheduling_records`. */
export interface Decision {
  /** Nodes that placement said have room, before any filter. */
  readonly candidates: number
  readonly filters: readonly FilterOutcome[]
  /** The hosts that passed, best first. */
  readonly weighed: readonly WeighedHost[]
  /** Undefined when no host could be claimed. */
  readonly chosen?: { readonly host: string; readonly node: string }
  readonly alternates: readonly { readonly host: string; readonly node: string }[]
  /** Hosts that passed and were lost to another server when they were claimed. */
  readonly lostRaces: readonly string[]
}

export interface FilterOutcome {
  readonly filter: string
  /** Hosts left after it. */
  readonly left: number
  readonly refused: readonly { readonly host: string; readonly node: string; readonly reason: string }[]
}

export interface WeighedHost {
  readonly host: string
  readonly node: string
  /** Sum of the normalised weights, each times its multiplier. */
  readonly weight: number
  readonly weights: Readonly<Record<string, number>>
}
