/** Options of the action that was requested for a stack. */
export interface Wish {
  /** Heat's `converge`: an update first reads the actual properties from the services. Passed on to nested stacks. */
  readonly converge?: boolean
  /** The data of an abandoned stack, by resource name. */
  readonly adopt?: Readonly<Record<string, AdoptedResource>>
  /** The snapshot to create or restore. */
  readonly snapshotId?: string
  /** Whether objects are kept when the stack is deleted. */
  readonly abandon?: boolean
  /** The reason of a rollback. */
  readonly because?: string
  /**
   * Trusts of users on whose behalf the engine acted before this action. They end with it, since work that it has overtaken may
   * still need them.
   */
  readonly formerTrusts?: readonly string[]
}

export interface AdoptedResource {
  readonly resource_id: string | null
  readonly type?: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** As the resource's row stores it. */
  readonly resource_data: Readonly<Record<string, string | undefined>>
  /** For a resource with a nested stack: the abandoned data of that stack. */
  readonly resources?: Readonly<Record<string, AdoptedResource>>
}

export const readWish = (text: string): Wish => JSON.parse(text)
