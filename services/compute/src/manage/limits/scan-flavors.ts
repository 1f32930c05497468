import type { Kysely } from 'kysely'
import { everyRow } from '../../audit/look/every-row.ts'
import { flavors } from '../../db/flavors.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceFields } from '../../db/servers/instance-fields.ts'
import { resourcesForLimits } from '../../domain/quotas/resources-for-limits.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi, openCell } from '../find-cell.ts'

const pageSize = 500

export interface ScanOrder {
  /** Whether the flavors stored with servers are scanned, too. */
  readonly ofServers: boolean
  /** The only project whose servers are scanned. */
  readonly projectId: string | undefined
}

export interface ScannedFlavors {
  /** `class:VCPU` and the like, sorted. */
  readonly resources: readonly string[]
  /** Names of the cells that did not answer. */
  readonly missed: readonly string[]
}

/** What servers of a flavor count against unified limits, and what it names although it requests none of it. */
const resourcesOf = (flavor: EmbeddedFlavor): readonly string[] => [
  ...Object.keys(resourcesForLimits(flavor, false)),
  ...Object.keys(flavor.extraSpecs).flatMap((key) => /^resources:([A-Z0-9_]+)$/.exec(key)?.[1] ?? []),
]

async function* flavorsOf(host: DatabaseHost): AsyncGenerator<EmbeddedFlavor, void, undefined> {
  const stored = flavors(await openApi(host), host.clock)
  for (let marker: string | undefined; ; ) {
    const order = { sortKey: 'flavorid', sortDir: 'asc', limit: pageSize } as const
    const page = (await stored.list({ ...order, ...(marker === undefined ? {} : { marker }) })) ?? []
    yield* page
    marker = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

const flavorsInCell = async (
  db: Kysely<CellTables>,
  projectId: string | undefined,
): Promise<readonly EmbeddedFlavor[]> => {
  const living = db.selectFrom('instances').select(['id', 'flavor']).where('deleted_at', 'is', null)
  const query = projectId === undefined ? living : living.where('project_id', '=', projectId)
  const texts = new Set((await everyRow(query, 'id')).map(({ flavor }) => flavor))
  return [...texts].map((flavor) => instanceFields.partFromRow(['flavor'], { flavor }).flavor)
}

/** The resource classes that flavors request, and so need a limit in identity. */
export const scanFlavors = async (
  host: DatabaseHost,
  { ofServers, projectId }: ScanOrder,
): Promise<ScannedFlavors> => {
  const classes = new Set(['DISK_GB'])
  const add = (flavor: EmbeddedFlavor): void => {
    for (const name of resourcesOf(flavor)) classes.add(name)
  }
  for await (const flavor of flavorsOf(host)) add(flavor)
  const missed: string[] = []
  for (const cell of ofServers ? await chosenCells(host, undefined) : [])
    try {
      for (const flavor of await flavorsInCell(await openCell(host, cell), projectId)) add(flavor)
    } catch {
      missed.push(cell.name)
    }
  return { resources: [...classes].map((name) => `class:${name}`).toSorted(), missed }
}
