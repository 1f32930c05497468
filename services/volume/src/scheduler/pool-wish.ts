/** What a volume wants of the pool it is put in. */
export interface PoolWish {
  readonly volumeId: string
  readonly sizeGb: number
  readonly zone: string
  /** The only host that will do, for a copy of what lies there. */
  readonly onHost?: string | undefined
  readonly ignoreHosts: readonly string[]
  /** Extra specs of the type. */
  readonly extraSpecs: Readonly<Record<string, string>>
  /** Back ends of the volumes that it shall lie with, and of those that it shall not lie with. */
  readonly sameHosts?: readonly string[] | undefined
  readonly differentHosts?: readonly string[] | undefined
  /** The machine of the server that it shall be near to. */
  readonly nearHost?: string | undefined
  /** The hint `query`, as JSON. */
  readonly query?: string | undefined
}
