import {
  listConsistencyGroups,
  listConsistencyGroupsInFull,
} from '@nimbo/contracts/volume/consistency-groups'
import type { Group } from '@nimbo/contracts/volume/groups'
import type { Call } from '@nimbo/http/route'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { groups } from '../../db/groups.ts'
import { handle } from './handle.ts'
import { consistencyGroupView, summary } from './view.ts'

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof listConsistencyGroups>>

/** A page of groups, of every type. */
const pageOf = async <View>(call: ListCall, view: (group: Group) => View) => {
  const { items, limit } = await listKind(groups, call)
  const links = nextLink(call.request, items, limit)
  return { consistencygroups: items.map(view), ...(links && { consistencygroup_links: links }) }
}

export const listRoutes = [
  handle(listConsistencyGroups, (call) => pageOf(call, summary)),
  handle(listConsistencyGroupsInFull, (call) => pageOf(call, consistencyGroupView)),
]
