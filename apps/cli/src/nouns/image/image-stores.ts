import { listStores, listStoresInFull } from '@nimbo/contracts/image/discovery'
import { rowsAt } from '../../cloud/json-values.ts'
import { inImage, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { column, recordCell } from '../../output/cells.ts'
import { listOf } from '../../output/result.ts'

const columns = { ID: 'id', Description: 'description', Default: 'default' }

/** `image stores list`: where an import can put images. */
const listImageStores = command({
  words: 'image stores list',
  summary: 'Get available backends',
  calls: [inImage(listStores)],
  output: 'list',
  options: { detail: flag('Shows details of stores (admin only)') },
  run: async (session, { detail }) => {
    const reply = await perform(session, inImage(detail ? listStoresInFull : listStores))
    const shown = detail ? { ...columns, Properties: column(recordCell, 'properties') } : columns
    return listOf(shown, rowsAt(reply, 'stores'))
  },
})

export const imageStoresCommands = [listImageStores]
