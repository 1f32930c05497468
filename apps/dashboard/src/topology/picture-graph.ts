/** One thing of a picture. */
export interface PictureNode {
  /** What it looks like: `topology-<kind>`. */
  readonly kind: string
  /** Lower layers have higher numbers. */
  readonly layer: number
  readonly id: string
  readonly name: string
  readonly status: string
  /** What stands below the name: ranges of a network, addresses of a server. */
  readonly notes: readonly string[]
  /** The page where one reads more of it. */
  readonly address: string | undefined
}

export interface Tie {
  /** The upper end: an external network above a router, a network above a server. */
  readonly from: string
  readonly to: string
  readonly up: boolean
}

export interface Graph {
  readonly nodes: readonly PictureNode[]
  readonly ties: readonly Tie[]
}
