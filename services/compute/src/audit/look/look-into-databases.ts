import type { Databases } from '../../db/cells/databases.ts'
import type { PictureOfRecords } from '../picture.ts'
import type { Gaps } from './gaps.ts'
import { lookIntoApiDatabase } from './look-into-api-database.ts'
import { lookIntoCell } from './look-into-cell.ts'

/**
 * Reads compute's own databases: the API database must answer, cells may be missing. Servers without a cell are read
 * before the cells, so that a server that enters its cell meanwhile is seen.
 */
export const lookIntoDatabases = async (
  databases: Pick<Databases, 'api' | 'cells' | 'cell'>,
  gaps: Pick<Gaps, 'orGap'>,
): Promise<PictureOfRecords> => {
  const api = await lookIntoApiDatabase(databases.api)
  const looks = (await databases.cells()).map(({ id, name }) =>
    gaps.orGap(
      { type: 'cell', name },
      async () => [{ id, ...(await lookIntoCell(await databases.cell(id), id)) }],
      [],
    ),
  )
  const cells = (await Promise.all(looks)).flat()
  return {
    ...api,
    cells: cells.map(({ id }) => id),
    servers: cells.flatMap(({ servers }) => servers),
    disks: cells.flatMap(({ disks }) => disks),
    devices: cells.flatMap(({ devices }) => devices),
    migrations: cells.flatMap(({ migrations }) => migrations),
    nodes: cells.flatMap(({ nodes }) => nodes),
    flows: [...api.flows, ...cells.flatMap(({ flows }) => flows)],
  }
}
