import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import type { VolumeClient } from '@nimbo/clients/volume'
import { internalContext } from '@nimbo/kernel/context'
import type { DiskConnection, Hypervisor, SpawnOrder } from '../../driver/hypervisor.ts'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { tpmKey } from '../../resources/tpm-keys.ts'
import { errors } from '../agent-errors.ts'

export interface LockDeps {
  readonly volume: Pick<VolumeClient, 'encryption'>
  readonly keys: Pick<KeyManagerClient, 'named' | 'payload' | 'store'>
}

/**
 * Wraps a hypervisor so that it receives the secrets of encrypted volumes and TPM states before they are opened. Keys
 * are fetched from Barbican each time with Nova's own account, and appear in no RPC message, database or log. Volumes
 * the hypervisor cannot decrypt are refused: the guest would see ciphertext.
 */
export const openingLocks = (hypervisor: Hypervisor, { volume, keys }: LockDeps): Hypervisor => {
  const { spawning, power, devices, moves, live } = hypervisor

  const open = async (disks: readonly DiskConnection[]): Promise<void> => {
    for (const { volumeId, encrypted, connection } of disks) {
      if (connection.type === 'rbd') await devices.keepClusterKey?.(connection)
      if (!encrypted) continue
      if (!devices.keepKey) throw errors.ConnectionUnsupported({ volumeId, type: 'luks' })
      const ctx = internalContext()
      const encryption = await volume.encryption(ctx, volumeId)
      if (encryption === undefined)
        throw errors.ConnectionUnsupported({ volumeId, type: 'luks without a key' })
      const { keyId, provider } = encryption
      if (provider === 'luks2' && !devices.opensSecondLuks)
        throw errors.ConnectionUnsupported({ volumeId, type: 'luks2, which QEMU cannot open' })
      await devices.keepKey(volumeId, (await keys.payload(ctx, keyId)).toString('hex'))
    }
  }

  const ready = async (order: SpawnOrder): Promise<void> => {
    await open(order.volumes)
    if (vtpmOf(order) === undefined) return
    if (!spawning.keepTpmKey) throw errors.NoTpm({ serverId: order.id })
    await spawning.keepTpmKey(order.id, await tpmKey(keys, internalContext(), order.id))
  }

  return {
    ...hypervisor,
    spawning: {
      ...spawning,
      spawn: async (order, ...steps) => {
        await ready(order)
        return spawning.spawn(order, ...steps)
      },
    },
    power: {
      ...power,
      powerOn: async (order) => {
        await ready(order)
        return power.powerOn(order)
      },
      reboot: async (order, ...how) => {
        await ready(order)
        return power.reboot(order, ...how)
      },
    },
    devices: {
      ...devices,
      attachVolume: async (id, disk) => {
        await open([disk])
        return devices.attachVolume(id, disk)
      },
      copyVolume: async (id, from, path) => {
        await open([from])
        return devices.copyVolume(id, from, path)
      },
      swapVolume: async (id, from, to) => {
        // QEMU's copy job is identified by the id of the source volume.
        if (from.encrypted || to.encrypted)
          throw errors.ConnectionUnsupported({ volumeId: to.volumeId, type: 'luks in the place of another' })
        await open([to])
        return devices.swapVolume(id, from, to)
      },
    },
    moves: {
      ...moves,
      takeOver: async (disks, wanted) => {
        await ready(wanted.order)
        return moves.takeOver(disks, wanted)
      },
      bringBack: async (order, running) => {
        await ready(order)
        return moves.bringBack(order, running)
      },
    },
    ...(live === undefined
      ? {}
      : {
          live: {
            ...live,
            receive: async (order) => {
              await ready(order)
              return live.receive(order)
            },
          },
        }),
  }
}
