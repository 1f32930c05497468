import type { Graph, PictureNode } from './picture-graph.ts'

export interface Placed {
  readonly node: PictureNode
  /** The position of the node's centre, in pixels. */
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

/** Sorts a layer by the mean position of each node's neighbours in the layers above, so that few lines cross. */
const ordered = (
  nodes: readonly PictureNode[],
  { ties }: Graph,
  above: ReadonlyMap<string, number>,
): readonly PictureNode[] => {
  const middle = ({ id }: PictureNode): number => {
    const places = ties.filter(({ to }) => to === id).flatMap(({ from }) => above.get(from) ?? [])
    if (places.length === 0) return Number.MAX_SAFE_INTEGER
    return places.reduce((sum, place) => sum + place, 0) / places.length
  }
  return nodes.toSorted((one, other) => middle(one) - middle(other) || one.name.localeCompare(other.name))
}

/** Positions the nodes: layers one below the other, each centred. */
export const layoutOf = (graph: Graph): Layout => {
  const rows: (readonly PictureNode[])[] = []
  const places = new Map<string, number>()
  const layers = Map.groupBy(graph.nodes, ({ layer }) => layer)
  for (const layer of [...layers.keys()].toSorted((one, other) => one - other)) {
    const row = ordered(layers.get(layer) ?? [], graph, places)
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
