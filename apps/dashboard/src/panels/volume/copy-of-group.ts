import { createGroupFromSource } from '@nimbo/contracts/volume/groups'
import type { ActionSpec } from '../../panel/action-spec.ts'
import { field } from '../../panel/form-spec.ts'
import { unlessIn } from './volume-state.ts'

const key = 'create-from-src'

/** Creates a volume group with the same volumes as a group or as a snapshot of one. */
export const copyOfGroup = (id: string, source: 'source_group_id' | 'group_snapshot_id'): ActionSpec => ({
  id,
  operation: createGroupFromSource,
  hindered: unlessIn('available'),
  form: {
    key,
    fields: [field('name'), field('description')],
    path: () => ({}),
    body: (values, item) => ({ [key]: { ...values, [source]: item.id } }),
  },
})
