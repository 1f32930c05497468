import type { ManageableSnapshotView, ManageableVolumeView } from '@nimbo/contracts/volume/manageable'
import type { Existing } from '@nimbo/contracts/volume/volume-host'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import { needHost, type Place } from './need-host.ts'
import { referenceTo } from './reference.ts'

/** The maximum number of ids per statement. */
const batch = 500

/** Maps those ids that are in the database to their rows. */
const knownOf = async <Row extends { readonly id: string }>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> => {
  const known = new Map<string, Row>()
  for (let start = 0; start < ids.length; start += batch)
    for (const row of await read(ids.slice(start, start + batch))) known.set(row.id, row)
  return known
}

const viewOf = ({ name, sizeGb, id }: Existing, isManaged: boolean): ManageableVolumeView => ({
  reference: referenceTo(name),
  size: sizeGb,
  safe_to_manage: !isManaged,
  reason_not_safe: isManaged ? 'already managed' : null,
  cinder_id: isManaged ? (id ?? null) : null,
  extra_info: null,
})

const idsOf = (found: readonly Existing[]): readonly string[] => found.flatMap(({ id }) => id ?? [])

/** All volumes on a back end, including managed ones. */
export const manageableVolumes =
  (app: VolumeApp) =>
  async (ctx: Context, place: Place): Promise<readonly ManageableVolumeView[]> => {
    const named = await needHost(app, place)
    const { volumes } = await app.hosts.on(named).listExisting(ctx, {})
    const known = await knownOf(idsOf(volumes), (ids) =>
      app.db.selectFrom('volumes').select('id').where('id', 'in', ids).execute(),
    )
    return volumes.map((each) => viewOf(each, each.id !== undefined && known.has(each.id)))
  }

/** All snapshots on a back end whose volume is managed. */
export const manageableSnapshots =
  (app: VolumeApp) =>
  async (ctx: Context, place: Place): Promise<readonly ManageableSnapshotView[]> => {
    const named = await needHost(app, place)
    const { snapshots } = await app.hosts.on(named).listExisting(ctx, {})
    const known = await knownOf(idsOf(snapshots), (ids) =>
      app.db.selectFrom('snapshots').select(['id', 'volume_id']).where('id', 'in', ids).execute(),
    )
    return snapshots.flatMap((each) => {
      const row = each.id === undefined ? undefined : known.get(each.id)
      const volumeId = row?.volume_id ?? each.volumeId
      if (volumeId === undefined) return []
      return [{ ...viewOf(each, row !== undefined), source_reference: referenceTo(`volume-${volumeId}`) }]
    })
  }
