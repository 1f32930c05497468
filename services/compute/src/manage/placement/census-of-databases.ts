import { type Census, censusOf } from '../../audit/census.ts'
import { lookIntoDatabases } from '../../audit/look/look-into-databases.ts'
import type { DatabaseHost } from '../cells-of.ts'
import { chosenCells, openApi, openCell } from '../find-cell.ts'

/** What compute's databases say of servers, without a look at hosts and other services; rejects when one does not answer. */
export const censusOfDatabases = async (host: DatabaseHost): Promise<Census> => {
  const cells = await chosenCells(host, undefined)
  const records = await lookIntoDatabases(
    {
      api: await openApi(host),
      cells: async () => cells,
      cell: async (id) => {
        const cell = cells.find((one) => one.id === id)
        if (cell === undefined) throw new Error(`there is no cell ${id}`)
        return openCell(host, cell)
      },
    },
    { orGap: (_part, look) => look() },
  )
  return censusOf({
    ...records,
    takenAt: host.clock.now(),
    ...{ gaps: [], allocations: [], ports: [], attachments: [], volumes: [], bootVolumes: [], hosts: [] },
  })
}
