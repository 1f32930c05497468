import type { volumeContent } from '@nimbo/contracts/volume/volume-host'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import type { Static } from 'typebox'
import { listPools } from '../db/services.ts'
import { changeVolume, updateVolume } from '../db/volumes.ts'
import { choosePool } from '../domain/pool.ts'
import { poolNameOf } from '../domain/volume-host.ts'
import { errors } from '../errors.ts'
import { type FlowDeps, serviceDownMs } from './flow-deps.ts'

export interface CreateVolume {
  readonly volumeId: string
  readonly sizeGb: number
  readonly zone: string
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly content: Static<typeof volumeContent>
  /** `host@backend` that alone has what is to be copied. */
  readonly onHost?: string
  /** Hosts that have failed at it. */
  readonly ignoreHosts: readonly string[]
  readonly bootable: boolean
  readonly imageMetadata?: Readonly<Record<string, string>>
}

/** `[DEFAULT] scheduler_max_attempts` */
const mostAttempts = 3

const chooseHost = step<CreateVolume, FlowDeps>()({
  name: 'choose-host',
  run: async (_, wish, { db, clock }): Promise<{ host: string }> => {
    const aliveSince = new Date(clock.now() - serviceDownMs).toISOString()
    const choice = choosePool(await listPools(db, aliveSince), wish)
    if ('refusedBy' in choice)
      throw errors.NoValidBackend({ reason: `No host passed the filter ${choice.refusedBy}.` })
    await updateVolume(db, wish.volumeId, { host: poolNameOf(choice.host) }, timestamp(clock))
    return { host: choice.host }
  },
  undo: (_, { volumeId }, { db, clock }) => updateVolume(db, volumeId, { host: null }, timestamp(clock)),
  again: (_, { host, ignoreHosts }) =>
    host === undefined || ignoreHosts.length + 1 >= mostAttempts
      ? undefined
      : { ignoreHosts: [...ignoreHosts, host] },
})

const makeVolume = step<CreateVolume & { readonly host: string }, FlowDeps>()({
  name: 'make-volume',
  run: async (ctx, { volumeId, sizeGb, content, host }, { db, clock, hosts }) => {
    if (content.from === 'image')
      await changeVolume(db, volumeId, ['creating'], { status: 'downloading' }, timestamp(clock))
    await hosts.on(host).createVolume(ctx, { volumeId, sizeGb, content })
  },
  undo: (ctx, { volumeId, host }, { hosts }) => hosts.on(host).deleteVolume(ctx, { volumeId }),
})

/** From the row in `creating` to a volume that can be used, or to `error` with nothing stored. */
export const createVolumeFlow = flow<CreateVolume>('create-volume')
  .step(chooseHost)
  .step(makeVolume)
  .onDone<FlowDeps>((_, { volumeId, bootable, imageMetadata }, { db, clock }) =>
    changeVolume(
      db,
      volumeId,
      ['creating', 'downloading'],
      {
        status: 'available',
        launched_at: timestamp(clock),
        bootable: bootable ? 1 : 0,
        image_metadata: imageMetadata === undefined ? null : JSON.stringify(imageMetadata),
      },
      timestamp(clock),
    ),
  )
  .onFailed<FlowDeps>((_, { volumeId }, __, { db, clock }) =>
    changeVolume(db, volumeId, ['creating', 'downloading'], { status: 'error' }, timestamp(clock)),
  )
