/** A node of a picture. */
export interface PictureNode {
  /** Part of its CSS class: `topology-<kind>`. */
  readonly kind: string
  /** Layers are numbered from top to bottom. */
  readonly layer: number
  readonly id: string
  readonly name: string
  readonly status: string
  /** Lines below the name: CIDRs of a network, addresses of a server. */
  readonly notes: readonly string[]
  /** Path of the node's page; undefined if it has none. */
  readonly address: string | undefined
}

export interface Tie {
  /** The upper node: an external network above a router, a network above a server. */
  readonly from: string
  readonly to: string
  readonly up: boolean
}

export interface Graph {
  readonly nodes: readonly PictureNode[]
  readonly ties: readonly Tie[]
}
