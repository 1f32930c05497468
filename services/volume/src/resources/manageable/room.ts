import * as operations from '@nimbo/contracts/volume/manageable'
import type { Call } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import type { BodyOf, QueryOf } from '@nimbo/operation/operation'
import { extension } from '../../api/extensions.ts'
import { handle } from '../../api/handle.ts'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { isTrue } from '../../app/paging.ts'
import { hostOrCluster } from '../../domain/host-or-cluster.ts'
import { snapshotSummary } from '../snapshot/view.ts'
import { volumeView } from '../volume/view.ts'
import { manageableSnapshots, manageableVolumes } from './list.ts'
import { manageSnapshot } from './manage-snapshot.ts'
import { manageSnapshotFlow } from './manage-snapshot-flow.ts'
import { manageVolume } from './manage-volume.ts'
import { manageVolumeFlow } from './manage-volume-flow.ts'
import { pageOfExisting } from './page.ts'
import { unmanageSnapshot, unmanageVolume } from './unmanage.ts'
import { unmanageSnapshotFlow, unmanageVolumeFlow } from './unmanage-flows.ts'

const managedByCluster = microversion('3.16')
const listedByCluster = microversion('3.17')

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.listManageableVolumes>>
type Bodied<Body> = Call<VolumeApp, unknown, unknown, Body>

/** The attributes in lists without details. */
const brief = ({ reference, size, safe_to_manage }: operations.ManageableVolumeView) => ({
  ...{ reference, size, safe_to_manage },
})

const pageFor = <Item extends operations.ManageableVolumeView>(call: ListCall, items: readonly Item[]) =>
  pageOfExisting(items, call.query, {
    request: call.request,
    mostItems: call.app.config.DEFAULT.osapi_max_limit,
  })

const placeIn = ({ query, version }: ListCall) => hostOrCluster(query, version >= listedByCluster)

const volumesOf =
  <View>(view: (one: operations.ManageableVolumeView) => View) =>
  async (call: ListCall) => {
    const { page, links } = pageFor(call, await manageableVolumes(call.app)(call.ctx, placeIn(call)))
    return { 'manageable-volumes': page.map(view), ...(links && { 'manageable-volumes_links': links }) }
  }
const volumesInBrief = volumesOf(brief)
const volumesInFull = volumesOf((one) => one)

const snapshotsOf =
  <View>(view: (one: operations.ManageableSnapshotView) => View) =>
  async (call: ListCall) => {
    const { page, links } = pageFor(call, await manageableSnapshots(call.app)(call.ctx, placeIn(call)))
    return { 'manageable-snapshots': page.map(view), ...(links && { 'manageable-snapshots_links': links }) }
  }
const snapshotsInBrief = snapshotsOf((one) => ({ ...brief(one), source_reference: one.source_reference }))
const snapshotsInFull = snapshotsOf((one) => one)

const takeVolume = async (call: Bodied<BodyOf<typeof operations.manageVolume>>) => {
  const { app, ctx, body, version } = call
  const { host, cluster, ref, name = null, description = null, volume_type = null, ...rest } = body.volume
  const place = hostOrCluster({ host, cluster }, version >= managedByCluster)
  const volume = await manageVolume(app)(ctx, {
    ...{ place, reference: ref, name, description, type: volume_type },
    zone: rest.availability_zone ?? null,
    bootable: isTrue(String(rest.bootable ?? false)),
    metadata: rest.metadata ?? {},
  })
  // A volume that has just been managed is in no group.
  return { volume: volumeView(volume, call, new Set()) }
}

const takeSnapshot = async (call: Bodied<BodyOf<typeof operations.manageSnapshot>>) => {
  const { app, ctx, body } = call
  const { volume_id: volumeId, ref, name = null, description = null, metadata } = body.snapshot
  const order = { volumeId, reference: ref, name, description, metadata: metadata ?? {} }
  return { snapshot: snapshotSummary(await manageSnapshot(app)(ctx, order)) }
}

export const manageableRoom: Room = {
  routes: [
    handle(operations.listManageableVolumes, volumesInBrief),
    handle(operations.listManageableVolumesInFull, volumesInFull),
    handle(operations.listVolumesToManage, volumesInBrief),
    handle(operations.listVolumesToManageInFull, volumesInFull),
    handle(operations.manageVolume, takeVolume),
    handle(operations.manageVolumeByOlderPath, takeVolume),
    handle(operations.unmanageVolume, ({ app, ctx, params }) => unmanageVolume(app)(ctx, params.volume_id)),
    handle(operations.listManageableSnapshots, snapshotsInBrief),
    handle(operations.listManageableSnapshotsInFull, snapshotsInFull),
    handle(operations.listSnapshotsToManage, snapshotsInBrief),
    handle(operations.listSnapshotsToManageInFull, snapshotsInFull),
    handle(operations.manageSnapshot, takeSnapshot),
    handle(operations.manageSnapshotByOlderPath, takeSnapshot),
    handle(operations.unmanageSnapshot, ({ app, ctx, found }) => unmanageSnapshot(app)(ctx, found.snapshot)),
  ],
  extensions: [
    extension('os-volume-manage', 'VolumeManage', 'Volumes that lie on a back end already are managed'),
    extension('os-volume-unmanage', 'VolumeUnmanage', 'Volumes are managed no more, and keep their data'),
    extension('os-snapshot-manage', 'SnapshotManage', 'Snapshots that lie on a back end are managed'),
    extension('os-snapshot-unmanage', 'SnapshotUnmanage', 'Snapshots are managed no more'),
  ],
  flows: [manageVolumeFlow, unmanageVolumeFlow, manageSnapshotFlow, unmanageSnapshotFlow],
}
