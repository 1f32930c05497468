import type { Graph, NodeKind, TopologyNode } from './graph.ts'

export interface Placed {
  readonly node: TopologyNode
  /** Of the middle, in pixels. */
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly placed: readonly Placed[]
  readonly width: number
  readonly height: number
}

export const nodeWidth = 176
export const nodeHeight = 84
const gapX = 24
const gapY = 72
const margin = 16

/** From the outside world down to the servers. */
const layers: readonly NodeKind[] = ['external', 'router', 'network', 'server']

/** Sorts a layer by the middle of what each node is tied to in the layers above, so that few ties cross. */
const ordered = (
  nodes: readonly TopologyNode[],
  { ties }: Graph,
  above: ReadonlyMap<string, number>,
): readonly TopologyNode[] => {
  const middle = ({ id }: TopologyNode): number => {
    const places = ties.filter(({ to }) => to === id).flatMap(({ from }) => above.get(from) ?? [])
    if (places.length === 0) return Number.MAX_SAFE_INTEGER
    return places.reduce((sum, place) => sum + place, 0) / places.length
  }
  return nodes.toSorted((one, other) => middle(one) - middle(other) || one.name.localeCompare(other.name))
}

/** Gives each node a place: a layer for each kind, each in the middle of the picture. */
export const layoutOf = (graph: Graph): Layout => {
  const rows: (readonly TopologyNode[])[] = []
  const places = new Map<string, number>()
  for (const layer of layers) {
    const row = ordered(
      graph.nodes.filter(({ kind }) => kind === layer),
      graph,
      places,
    )
    if (row.length === 0) continue
    for (const [index, { id }] of row.entries()) places.set(id, index - row.length / 2)
    rows.push(row)
  }
  const longest = Math.max(1, ...rows.map((row) => row.length))
  const width = longest * (nodeWidth + gapX) - gapX + 2 * margin
  const placed = rows.flatMap((row, level) =>
    row.map((node, index) => ({
      node,
      x: width / 2 + (index - (row.length - 1) / 2) * (nodeWidth + gapX),
      y: margin + nodeHeight / 2 + level * (nodeHeight + gapY),
    })),
  )
  return { placed, width, height: rows.length * (nodeHeight + gapY) - gapY + 2 * margin }
}
