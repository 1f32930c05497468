import { bootServerFlow } from '../domain/flow-kinds.ts'
import type { Gap, Picture, SeenMapping, SeenServer } from './picture.ts'

/**
 * Where a server is: `live` in a cell, `pending` without one, `gone`, or `unknown` when its cell did not answer, so
 * that nothing can be concluded.
 */
export type Standing = 'live' | 'pending' | 'gone' | 'unknown'

/** A picture with indexes for the checks. */
export interface Census extends Picture {
  standing(serverId: string): Standing
  /** The valid row: from the cell that the mapping names, or the only one. */
  server(serverId: string): SeenServer | undefined
  mapping(serverId: string): SeenMapping | undefined
  /** Whether a flow is working on the subject, so that its resources may be about to change. */
  busy(subject: string): boolean
  misses(type: Gap['type'], name: string): boolean
}

/** Groups items by a key, keeping their order. */
const grouped = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

export const censusOf = (picture: Picture): Census => {
  const rows = grouped(picture.servers, ({ id }) => id)
  const mappings = new Map(picture.mappings.map((mapping) => [mapping.serverId, mapping]))
  const flows = grouped(picture.flows, ({ subject }) => subject)
  const requests = new Set(picture.buildRequests)
  const gaps = new Set(picture.gaps.map(({ type, name }) => `${type} ${name}`))
  const cellMissed = picture.gaps.some(({ type }) => type === 'cell')
  const answered = new Set(picture.cells)

  const standing = (serverId: string): Standing => {
    if (rows.has(serverId)) return 'live'
    if (requests.has(serverId)) return 'pending'
    if (flows.get(serverId)?.some(({ name }) => name === bootServerFlow.name)) return 'pending'
    const cellId = mappings.get(serverId)?.cellId
    if (cellId != null) return answered.has(cellId) ? 'gone' : 'unknown'
    return cellMissed ? 'unknown' : 'gone'
  }

  return {
    ...picture,
    standing,
    server: (serverId) => {
      const found = rows.get(serverId) ?? []
      return found.find(({ cellId }) => cellId === mappings.get(serverId)?.cellId) ?? found[0]
    },
    mapping: (serverId) => mappings.get(serverId),
    busy: (subject) => flows.has(subject),
    misses: (type, name) => gaps.has(`${type} ${name}`),
  }
}
