import { everyRow } from '../../audit/look/every-row.ts'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import type { CellMappingRow } from '../../db/schema/api-tables.ts'
import { instanceFields } from '../../db/servers/instance-fields.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { openCell } from '../find-cell.ts'

/** The ids of the servers of these cells for which no machine type is recorded, except those that are being built. */
export const withoutMachineType = async (
  host: DatabaseHost,
  cells: readonly CellMappingRow[],
): Promise<readonly string[]> => {
  const found: string[] = []
  for (const cell of cells.filter(({ id }) => id !== cell0Id)) {
    const db = await openCell(host, cell)
    const living = db
      .selectFrom('instances')
      .select(['id', 'image_properties'])
      .where('deleted_at', 'is', null)
      .where('vm_state', '!=', 'building')
    for (const { id, image_properties } of await everyRow(living, 'id')) {
      const { imageProperties } = instanceFields.partFromRow(['imageProperties'], { image_properties })
      if (imageProperties.hw_machine_type === undefined) found.push(id)
    }
  }
  return found
}
