import { createConsistencyGroupFromSource } from '@nimbo/contracts/volume/consistency-groups'
import { errors } from '../../errors.ts'
import { addGroupFromSource, type GroupSource } from '../group/from-source.ts'
import { handle } from './handle.ts'
import { trimmed } from './trimmed.ts'
import { summary } from './view.ts'

type Id = string | null | undefined

const sourceOf = (snapshotId: Id, groupId: Id, name: string | null): GroupSource => {
  const made = `create consistency group ${name ?? 'None'} from source.`
  if (snapshotId && groupId)
    throw errors.BadRequest({ reason: `Cannot provide both 'cgsnapshot_id' and 'source_cgid' to ${made}` })
  if (snapshotId) return { groupSnapshotId: snapshotId }
  if (groupId) return { groupId }
  throw errors.BadRequest({ reason: `Either 'cgsnapshot_id' or 'source_cgid' must be provided to ${made}` })
}

export const createFromSource = handle(createConsistencyGroupFromSource, async ({ app, ctx, body }) => {
  const { cgsnapshot_id, source_cgid, ...texts } = body['consistencygroup-from-src']
  const { name, description } = trimmed(texts)
  const source = sourceOf(cgsnapshot_id, source_cgid, name)
  return { consistencygroup: summary(await addGroupFromSource(app)(ctx, { name, description, source })) }
})
