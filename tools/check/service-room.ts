/** A folder of a service's `src`. */
export interface ServiceRoom {
  readonly name: string
  /** Rooms of the same service whose files it may not import. */
  readonly mayNotEnter: readonly string[]
  /** Why not. */
  readonly reason?: string
}
