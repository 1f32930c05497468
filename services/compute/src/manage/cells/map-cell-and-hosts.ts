import { hostMappings } from '../../db/cells/host-mappings.ts'
import { mapNewHosts } from '../../db/cells/map-new-hosts.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi } from '../find-cell.ts'
import type { CellClash } from './cell-clash.ts'
import { createCell } from './create-cell.ts'
import { hostsIn } from './hosts-in.ts'

export interface ReportingCell {
  /** The name of a new cell; its id by default. */
  readonly name: string | undefined
  readonly database: string
  readonly transport: string
}

export type CellAndHosts =
  | { readonly outcome: 'no-hosts' }
  | { readonly outcome: 'taken'; readonly clash: CellClash }
  | {
      readonly outcome: 'mapped'
      readonly cellId: string
      readonly added: readonly string[]
      /** Hosts that were mapped already, with their cells. */
      readonly known: ReadonlyMap<string, string>
    }

/** The cell that the hosts belong to: that of those already mapped, that with this database, or a new one. */
const cellFor = async (
  host: DatabaseHost,
  { name, database, transport }: ReportingCell,
  known: ReadonlyMap<string, string>,
): Promise<{ readonly id: string } | { readonly clash: CellClash }> => {
  const [mapped] = known.values()
  if (mapped !== undefined) return { id: mapped }
  const existing = (await chosenCells(host, undefined)).find((cell) => cell.database === database)
  if (existing !== undefined) return existing
  const made = await createCell(host, { name, database, transport, disabled: false })
  return made.outcome === 'created' ? made : { clash: made.clash }
}

/** Maps all hosts that report in a database to its cell, which is added where there is none. Can be repeated. */
export const mapCellAndHosts = async (host: DatabaseHost, cell: ReportingCell): Promise<CellAndHosts> => {
  const hosts = await hostsIn(host, cell, 'compute-node')
  if (hosts.length === 0) return { outcome: 'no-hosts' }
  const mappings = hostMappings(await openApi(host), host.clock)
  const all = new Map((await mappings.list()).map(({ host: name, cell_id }) => [name, cell_id]))
  const known = new Map(
    hosts.flatMap((name) => {
      const cellId = all.get(name)
      return cellId === undefined ? [] : [[name, cellId] as const]
    }),
  )
  const found = await cellFor(host, cell, known)
  if ('clash' in found) return { outcome: 'taken', clash: found.clash }
  const added = await mapNewHosts(mappings, found.id, hosts)
  return { outcome: 'mapped', cellId: found.id, added, known }
}
