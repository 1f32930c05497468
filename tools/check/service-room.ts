/** A folder in a service's `src`. */
export interface ServiceRoom {
  readonly name: string
  /** Folders of the same service whose files it may not import. */
  readonly mayNotEnter: readonly string[]
  /** The reason for that. */
  readonly reason?: string
}
