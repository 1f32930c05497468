import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { changeVolume, findVolume } from '../../db/volumes.ts'
import type { Pool } from '../../domain/pool.ts'
import { chosenHost } from '../../flows/chosen-host.ts'
import type { FlowDeps } from '../../flows/flow-deps.ts'
import { isOutage } from '../../flows/is-outage.ts'
import { errors } from '../../errors.ts'
import { hasCapabilities } from '../../scheduler/filters.ts'
import { nameIn } from './reference.ts'

export interface ManageVolume {
  readonly volumeId: string
  /** `host@backend` */
  readonly host: string
  readonly reference: Readonly<Record<string, string>>
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly bootable: boolean
}

const checkType = step<ManageVolume, FlowDeps>()({
  name: 'check-type',
  waitsOut: isOutage,
  run: async (_, { host, extraSpecs }, deps) => {
    const choose = (pools: readonly Pool[]) =>
      pools.some((pool) => pool.host === host && hasCapabilities(pool, extraSpecs))
        ? { host }
        : { refusedBy: 'CapabilitiesFilter' }
    await chosenHost(deps, {
      choose,
      mightTake: (unmeasured) => unmeasured === host,
      reasonOf: () => `${host} is not what the type of the volume asks for.`,
    })
  },
  nothingToUndo: 'it only reads',
})

const adopt = step<ManageVolume, FlowDeps>()({
  name: 'adopt',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host, reference }, { db, hosts }): Promise<{ sizeGb: number }> => {
    const name = nameIn(reference)
    const { volumes } = await hosts.on(host).listExisting(ctx, {})
    const id = volumes.find((one) => one.name === name)?.id
    if (id !== undefined && id !== volumeId && (await findVolume(db, id, undefined)) !== undefined)
      throw errors.ManageExistingAlreadyManaged({ name })
    return hosts.on(host).adoptVolume(ctx, { volumeId, name })
  },
  undo: async (ctx, { volumeId, host, reference }, { db, hosts }) => {
    // If the volume was available already, its user has deleted it, which ended this flow; the deletion also removes the data.
    if ((await findVolume(db, volumeId, undefined))?.launchedAt) return
    const name = reference['source-name']
    if (name) await hosts.on(host).releaseVolume(ctx, { volumeId, name })
  },
})

/** Records the size and reserves quota for it, which is possible once the back end has returned it. */
const count = step<ManageVolume & { readonly sizeGb: number }, FlowDeps>()({
  name: 'count',
  waitsOut: isOutage,
  run: (_, { volumeId, sizeGb }, deps) =>
    inTransaction(deps.db, async (trx) => {
      const volume = await findVolume(trx, volumeId, undefined)
      if (!volume) return
      const demand = { gigabytes: sizeGb - volume.size, volumeSize: sizeGb, typeName: volume.typeName }
      await reserveQuota(deps, trx, volume.projectId, demand)
      await changeVolume(trx, volumeId, ['managing'], { size: sizeGb }, timestamp(deps.clock))
    }),
  undo: async (_, { volumeId }, { db, clock }) => {
    await changeVolume(db, volumeId, ['managing'], { size: 0 }, timestamp(clock))
  },
})

/** Takes an adopted volume from `managing` to `available`, or to `error_managing` with the data unchanged. */
export const manageVolumeFlow = flow<ManageVolume>('manage-volume')
  .step(checkType)
  .step(adopt)
  .step(count)
  .onDone<FlowDeps>((ctx, { volumeId, bootable }, { db, clock, notices }) =>
    notices.together(db, async (trx) => {
      const now = timestamp(clock)
      const made = { status: 'available', launched_at: now, bootable: bootable ? 1 : 0 }
      if (await changeVolume(trx, volumeId, ['managing'], made, now))
        await notices.volume(trx, ctx, 'manageExisting', 'end', volumeId)
    }),
  )
  .onFailed<FlowDeps>(async (_, { volumeId }, __, { db, clock }) => {
    await changeVolume(db, volumeId, ['managing'], { status: 'error_managing' }, timestamp(clock))
  })
