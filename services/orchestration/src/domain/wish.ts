/** What else is to be known of what was asked of a stack. */
export interface Wish {
  /** What a child stack is asked by the resource that it is: `reads` what members are in the cloud first. */
  readonly converge?: boolean
  /** The data of an abandoned stack, by names of resources. */
  readonly adopt?: Readonly<Record<string, AdoptedResource>>
  /** The snapshot that is made or gone back to. */
  readonly snapshotId?: string
  /** Whether cloud objects stay when the stack goes. */
  readonly abandon?: boolean
  /** Why a rollback was begun. */
  readonly because?: string
  /** Set by who wants it to end: the stack fails, and nothing new is begun. */
  readonly stop?: boolean
}

export interface AdoptedResource {
  readonly resource_id: string | null
  readonly type?: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly resource_data: Readonly<Record<string, string>>
  /** Of a resource that is a stack of its own: what was abandoned with it. */
  readonly resources?: Readonly<Record<string, AdoptedResource>>
}

export const readWish = (text: string): Wish => JSON.parse(text)
