import { revertToSnapshot } from '@nimbo/contracts/volume/volume-actions'
import { find } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { snapshotKind } from './volume-kinds.ts'

export const volumeRevertCommands = [
  does({
    words: 'volume revert',
    summary: 'Revert a volume to a snapshot (from 3.40 of the API)',
    ...{ service: 'volume', operation: revertToSnapshot },
    positionals: { snapshot: one('<snapshot>', 'The latest snapshot of the volume (name or ID)') },
    request: async ({ snapshot }, session) => {
      const found = await find(session, snapshotKind, snapshot)
      return {
        path: { volume_id: textAt(found, 'volume_id') },
        body: { revert: { snapshot_id: textAt(found, 'id') } },
      }
    },
  }),
]
