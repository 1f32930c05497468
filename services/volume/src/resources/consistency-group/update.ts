import type { Group } from '@nimbo/contracts/volume/groups'
import { replaceConsistencyGroup, updateConsistencyGroup } from '@nimbo/contracts/volume/consistency-groups'
import type { Call } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { BodyOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import { changeGroup } from '../group/groups.ts'
import { handle } from './handle.ts'
import { idsIn } from '../group/ids-in.ts'

/** From this version on, a name or description may be emptied. */
const mayEmpty = microversion('3.6')

type UpdateCall = Call<
  VolumeApp,
  unknown,
  unknown,
  BodyOf<typeof updateConsistencyGroup>,
  { readonly volume_group: Group }
>

const change = async ({ app, ctx, found, body, version }: UpdateCall): Promise<void> => {
  const { name, description, add_volumes, remove_volumes } = body.consistencygroup
  const texts = [name, description].filter((text) => text !== undefined && text !== null)
  const named = version >= mayEmpty ? texts : texts.filter((text) => text.trim() !== '')
  const changes = { add: idsIn(add_volumes), remove: idsIn(remove_volumes) }
  if (named.length + changes.add.length + changes.remove.length === 0) {
    throw errors.BadRequest({
      reason:
        version >= mayEmpty
          ? 'Must specify one or more of the following keys to update: name, description, add_volumes, remove_volumes.'
          : 'Name, description, add_volumes, and remove_volumes can not be all empty in the request body.',
    })
  }
  // Null leaves the name or description as it is.
  const kept = { name: name?.trim(), description: description?.trim() }
  await changeGroup(app)(ctx, found.volume_group, { ...kept, ...changes })
}

export const updateRoutes = [handle(updateConsistencyGroup, change), handle(replaceConsistencyGroup, change)]
