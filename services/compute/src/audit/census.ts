import { bootServerFlow } from '../domain/flow-kinds.ts'
import type { Gap, Picture, SeenMapping, SeenServer } from './picture.ts'

/**
 * What is known of a server: `live` in a cell, `pending` while no cell has it yet, `gone`, or `unknown` when its cell gave no
 * answer, so that nothing may be said of it.
 */
export type Standing = 'live' | 'pending' | 'gone' | 'unknown'

/** A picture with the questions that every check asks of it. */
export interface Census extends Picture {
  standing(serverId: string): Standing
  /** The row that counts: in the cell its mapping names, or the only one. */
  server(serverId: string): SeenServer | undefined
  mapping(serverId: string): SeenMapping | undefined
  /** Whether a flow is at work on it, so that what it holds may be about to change. */
  busy(subject: string): boolean
  misses(type: Gap['type'], name: string): boolean
}

/** Groups items by a key, in their order. */
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
