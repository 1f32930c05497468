import { createConsistencyGroup } from '@nimbo/contracts/volume/consistency-groups'
import { errors } from '../../errors.ts'
import { addGroup } from '../group/groups.ts'
import { findCgsnapshotType } from './cgsnapshot-type.ts'
import { handle } from './handle.ts'
import { idsIn } from '../group/ids-in.ts'
import { trimmed } from './trimmed.ts'
import { summary } from './view.ts'

export const create = handle(createConsistencyGroup, async ({ app, ctx, body: { consistencygroup } }) => {
  const { name, description } = trimmed(consistencygroup)
  const volumeTypes = idsIn(consistencygroup.volume_types)
  if (volumeTypes.length === 0) {
    throw errors.BadRequest({
      reason: `volume_types must be provided to create consistency group ${name ?? 'None'}.`,
    })
  }
  const type = await findCgsnapshotType(app)
  if (!type) throw errors.CgsnapshotTypeMissing()
  const zone = consistencygroup.availability_zone ?? null
  const made = await addGroup(app)(ctx, { name, description, typeId: type.id, volumeTypes, zone })
  return { consistencygroup: summary(made) }
})
