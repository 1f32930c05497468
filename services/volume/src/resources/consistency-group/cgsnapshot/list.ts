import { listCgsnapshots, listCgsnapshotsInFull } from '@nimbo/contracts/volume/cgsnapshots'
import type { GroupSnapshot } from '@nimbo/contracts/volume/group-snapshots'
import type { Call } from '@nimbo/http/route'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../../app/app.ts'
import { listKind } from '../../../app/list-kind.ts'
import { groupSnapshots } from '../../../db/groups.ts'
import { handle } from '../handle.ts'
import { cgsnapshotView, summary } from '../view.ts'

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof listCgsnapshots>>

/** A page of group snapshots, of every type; this list has no links to further pages. */
const pageOf = async <View>(call: ListCall, view: (snapshot: GroupSnapshot) => View) => {
  const { consistencygroup_id: group_id, ...query } = call.query
  const { items } = await listKind(groupSnapshots, { ...call, query: { ...query, group_id } })
  return { cgsnapshots: items.map(view) }
}

export const listRoutes = [
  handle(listCgsnapshots, (call) => pageOf(call, summary)),
  handle(listCgsnapshotsInFull, (call) => pageOf(call, cgsnapshotView)),
]
