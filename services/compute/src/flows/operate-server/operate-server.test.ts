import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import {
  survivesCrashes,
  survivesOutages,
  survivesRepeats,
  unwindsFromEveryStep,
} from '@nimbo/durable/test-aids'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { imageHash } from '../../../test/cloud/fake-services.ts'
import { ctx, type ServerOnHost, serverOnHost } from '../../../test/cloud/server-on-host.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { ServerChanges } from '../../db/servers/instances.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { Hypervisor } from '../../driver/hypervisor.ts'
import { operateServer } from './operate-server.ts'

const serverId = newId<ServerId>()

const fakeDriver = (): Hypervisor => {
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  return only.driver
}

/** An operation: `begin` writes what the API does on accepting it; `done` and `undone` assert the state at the end. */
interface Case {
  readonly begin: (
    on: ServerOnHost,
  ) => Promise<{ readonly operation: Operation; readonly changes: ServerChanges }>
  readonly done: (on: ServerOnHost) => unknown
  readonly undone: (on: ServerOnHost) => unknown
}

const stop: Case = {
  begin: async () => ({ operation: { kind: 'stop' }, changes: { taskState: 'powering-off' } }),
  done: async ({ server, driver }) => {
    const { vmState, powerState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, powerState, taskState], ['stopped', 4, null])
    assert.equal(await driver.power.powerState(serverId), 4)
  },
  undone: async ({ server }) => assert.equal((await server())?.taskState, null),
}

const suspend: Case = {
  begin: async () => ({ operation: { kind: 'suspend' }, changes: { taskState: 'suspending' } }),
  done: async ({ server, driver }) => {
    const { vmState, powerState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, powerState, taskState], ['suspended', 7, null])
    assert.equal(await driver.power.powerState(serverId), 7)
  },
  undone: async ({ server }) => assert.equal((await server())?.taskState, null),
}

const resume: Case = {
  begin: async ({ driver }) => {
    await driver.power.suspend(serverId)
    return { operation: { kind: 'resume' }, changes: { vmState: 'suspended', taskState: 'resuming' } }
  },
  done: async ({ server, driver }) => {
    const { vmState, powerState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, powerState, taskState], ['active', 1, null])
    assert.match(await driver.consoles.consoleOutput(serverId, 200), /resumed from suspension/)
  },
  undone: async ({ server }) => {
    const { vmState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState], ['suspended', null])
  },
}

const newImage = {
  ...{ id: 'image-2', name: null, minDiskGb: 0, minRamMb: 0, diskFormat: 'raw', sizeBytes: null },
  ...{ hashAlgo: 'sha512', hashValue: imageHash, properties: {} },
}

/** The guest is created anew with the ports that it had. */
const rebuild = (stopped: boolean): Case => ({
  begin: async ({ driver }) => {
    if (stopped) await driver.power.powerOff(serverId, 0)
    const vmState = stopped ? 'stopped' : 'active'
    const operation = { kind: 'rebuild', image: newImage, stopped } as const
    return { operation, changes: { vmState, taskState: 'rebuilding', sealedSecrets: '{"personality":[]}' } }
  },
  done: async ({ server, driver, deps, ports }) => {
    const { vmState, taskState, powerState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual(
      [vmState, taskState, powerState, sealedSecrets],
      stopped ? ['stopped', null, 4, null] : ['active', null, 1, null],
    )
    const spec = await requestSpecs(deps.databases.api, deps.clock).find(serverId)
    assert.equal(spec?.image?.id, 'image-2')
    assert.match(await driver.consoles.consoleOutput(serverId, 2_000), /1 interfaces/)
    assert.deepEqual(
      [...ports.values()].map(({ device_id }) => device_id),
      [serverId],
    )
  },
  undone: async ({ server }) => {
    const { vmState, taskState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, sealedSecrets], ['error', null, null])
  },
})

const rescue: Case = {
  begin: async () => {
    const changes = { taskState: 'rescuing', sealedSecrets: '{"personality":[]}' } as const
    return { operation: { kind: 'rescue', image: newImage }, changes }
  },
  done: async ({ server, driver }) => {
    const { vmState, taskState, powerState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, powerState, sealedSecrets], ['rescued', null, 1, null])
    assert.match(await driver.consoles.consoleOutput(serverId, 200), /booted from its rescue disk/)
  },
  undone: async ({ server }) => {
    const { vmState, taskState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, sealedSecrets], ['active', null, null])
  },
}

const unrescue: Case = {
  begin: async () => ({
    operation: { kind: 'unrescue' },
    changes: { vmState: 'rescued', taskState: 'unrescuing' },
  }),
  done: async ({ server, driver }) => {
    const { vmState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState], ['active', null])
    assert.match(await driver.consoles.consoleOutput(serverId, 200), /booted from its own disk again/)
  },
  undone: async ({ server }) => {
    const { vmState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState], ['rescued', null])
  },
}

/** Of four daily backups, the newest being made, two are kept; the weekly one is not counted. */
const createBackup: Case = {
  begin: async ({ deps }) => {
    const made = (name: string, backup_type = 'daily') =>
      deps.imageMaker.create(ctx, {
        ...{ name, backup_type, image_type: 'backup', instance_uuid: serverId },
      })
    for (const name of ['oldest', 'older', 'old']) await made(name)
    await made('other', 'weekly')
    const { id: imageId } = await made('new')
    const operation = { kind: 'create-backup', imageId, backupType: 'daily', rotation: 2 } as const
    return { operation, changes: { taskState: 'image_backup' } }
  },
  done: async ({ server, images }) => {
    assert.equal((await server())?.taskState, null)
    assert.deepEqual(
      [...images.values()].map(({ name }) => name),
      ['old', 'other', 'new'],
    )
  },
  undone: async ({ server, images }) => {
    assert.equal((await server())?.taskState, null)
    assert.ok(![...images.values()].some(({ name }) => name === 'new'))
  },
}

/** The server shows the MAC address that its port got meanwhile. */
const injectNetworkInfo: Case = {
  begin: async ({ ports }) => {
    for (const [id, port] of ports) ports.set(id, { ...port, mac_address: 'fa:16:3e:99:99:99' })
    return { operation: { kind: 'inject-network-info' }, changes: { taskState: null } }
  },
  done: async ({ server }) =>
    assert.deepEqual(
      (await server())?.networkInfo.map(({ macAddress }) => macAddress),
      ['fa:16:3e:99:99:99'],
    ),
  undone: async ({ server }) => assert.equal((await server())?.vmState, 'active'),
}

const triggerCrashDump: Case = {
  begin: async () => ({ operation: { kind: 'trigger-crash-dump' }, changes: { taskState: null } }),
  done: async ({ driver }) => assert.match(await driver.consoles.consoleOutput(serverId, 200), /interrupted/),
  undone: async ({ server }) => assert.equal((await server())?.vmState, 'active'),
}

const changePassword: Case = {
  begin: async () => {
    const sealedSecrets = '{"adminPassword":"secret","personality":[]}'
    return {
      operation: { kind: 'change-password' },
      changes: { taskState: 'updating_password', sealedSecrets },
    }
  },
  done: async ({ server, driver }) => {
    const { vmState, taskState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, sealedSecrets], ['active', null, null])
    const log = await driver.consoles.consoleOutput(serverId, 2_000)
    assert.match(log, /password of root set/)
    assert.ok(!log.includes('secret'))
  },
  undone: async ({ server }) => {
    const { vmState, taskState, sealedSecrets } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, sealedSecrets], ['active', null, null])
  },
}

const softDelete: Case = {
  begin: async () => ({ operation: { kind: 'soft-delete' }, changes: { taskState: 'soft-deleting' } }),
  done: async ({ server, driver }) => {
    const { vmState, taskState, powerState, terminatedAt, deletedAt } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, powerState, deletedAt], ['soft-delete', null, 4, null])
    assert.ok(terminatedAt)
    assert.equal(await driver.power.powerState(serverId), 4)
  },
  undone: async ({ server }) => {
    const { vmState, taskState, terminatedAt } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, terminatedAt], ['active', null, null])
  },
}

const restore: Case = {
  begin: async ({ driver }) => {
    await driver.power.powerOff(serverId, 0)
    const kept = { vmState: 'soft-delete', terminatedAt: '2026-01-01T00:00:00.000Z' } as const
    return { operation: { kind: 'restore' }, changes: { ...kept, taskState: 'restoring' } }
  },
  done: async ({ server }) => {
    const { vmState, taskState, powerState, terminatedAt } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState, powerState, terminatedAt], ['active', null, 1, null])
  },
  undone: async ({ server }) => {
    const { vmState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState], ['soft-delete', null])
  },
}

const createImage: Case = {
  begin: async ({ deps }) => {
    const { id: imageId } = await deps.imageMaker.create(ctx, { name: 'copy' })
    const operation = { kind: 'create-image', imageId } as const
    return { operation, changes: { taskState: 'image_snapshot_pending' } }
  },
  done: async ({ server, images }) => {
    const { vmState, taskState } = (await server()) ?? {}
    assert.deepEqual([vmState, taskState], ['active', null])
    assert.deepEqual(
      [...images.values()].map(({ status, disk_format }) => [status, disk_format]),
      [['active', 'raw']],
    )
  },
  undone: async ({ server, images }) => {
    assert.equal((await server())?.taskState, null)
    assert.equal(images.size, 0)
  },
}

const volumeId = newId()
const attachmentId = newId()

const pluggedVolumes = async ({ driver }: ServerOnHost): Promise<boolean> => {
  const log = await driver.consoles.consoleOutput(serverId, 10_000)
  return log.lastIndexOf(`volume ${volumeId} attached`) > log.lastIndexOf(`volume ${volumeId} detached`)
}

const attachVolume: Case = {
  begin: async ({ volumes, attachments, cell, deps }) => {
    volumes.set(volumeId, {
      ...{ id: volumeId, name: 'data', status: 'available', size: 1, bootable: 'false' },
      ...{ multiattach: false, availability_zone: 'nova', attachments: [] },
    })
    attachments.set(attachmentId, {
      ...{ id: attachmentId, volume_id: volumeId, instance: serverId },
      ...{ status: 'reserved', connection_info: {} },
    })
    const disk = { sourceType: 'volume', destinationType: 'volume', deleteOnTermination: false } as const
    const named = { id: newId(), volumeId, attachmentId, deviceName: '/dev/vdb' }
    await blockDevices(cell, deps.clock).insert(serverId, [{ ...disk, ...named }])
    return { operation: { kind: 'attach-volume', attachmentId }, changes: { taskState: null } }
  },
  done: async (on) => {
    assert.deepEqual(
      [...on.attachments.values()].map(({ status }) => status),
      ['attached'],
    )
    assert.ok(await pluggedVolumes(on))
    const [disk] = await blockDevices(on.cell, on.deps.clock).ofServer(serverId)
    assert.equal(disk?.connectionInfo?.driver_volume_type, 'file')
  },
  undone: async (on) => {
    assert.equal(on.attachments.size, 0)
    assert.equal(await pluggedVolumes(on), false)
    assert.deepEqual(await blockDevices(on.cell, on.deps.clock).ofServer(serverId), [])
    assert.ok(on.volumes.has(volumeId), 'the user’s volume is kept')
  },
}

const newVolumeId = newId()
const newAttachmentId = newId()

const volumesOf = async ({ cell, deps }: ServerOnHost) =>
  (await blockDevices(cell, deps.clock).ofServer(serverId)).map((disk) => [disk.volumeId, disk.attachmentId])

/** The id of the attachment that was swapped in last, from the log of the guest. */
const lastAttached = async ({ driver }: ServerOnHost): Promise<string | undefined> => {
  const log = await driver.consoles.consoleOutput(serverId, 10_000)
  return [...log.matchAll(/volume of attachment (\S+) took the place/g)].at(-1)?.[1]
}

const swapVolume: Case = {
  begin: async (on) => {
    await attachVolume.begin(on)
    const { volumes, attachments, driver, deps } = on
    const old = attachments.get(attachmentId)
    assert.ok(old)
    const info = { driver_volume_type: 'file', device_path: '/volumes/old', format: 'raw' }
    attachments.set(attachmentId, { ...old, status: 'attached', connection_info: info })
    const connection = { type: 'file', path: '/volumes/old', format: 'raw' } as const
    const disk = { volumeId, attachmentId, device: '/dev/vdb', readOnly: false, connection }
    await driver.devices.attachVolume(serverId, disk)
    const volume = await deps.volume.show(ctx, volumeId)
    assert.ok(volume)
    volumes.set(newVolumeId, { ...volume, id: newVolumeId, size: 2 })
    attachments.set(newAttachmentId, {
      ...{ id: newAttachmentId, volume_id: newVolumeId, instance: serverId },
      ...{ status: 'reserved', connection_info: {} },
    })
    const operation = {
      ...{ kind: 'swap-volume' as const, attachmentId, newAttachmentId, volumeId, newVolumeId },
      ...{ savedVolumeId: newVolumeId, sizeGb: 2 },
    }
    return { operation, changes: { taskState: null } }
  },
  done: async (on) => {
    assert.deepEqual(
      [...on.attachments.values()].map(({ id, status }) => [id, status]),
      [[newAttachmentId, 'attached']],
    )
    assert.deepEqual(await volumesOf(on), [[newVolumeId, newAttachmentId]])
    assert.equal(await lastAttached(on), newAttachmentId)
  },
  undone: async (on) => {
    assert.deepEqual(
      [...on.attachments.values()].map(({ id, status }) => [id, status]),
      [[attachmentId, 'attached']],
    )
    assert.deepEqual(await volumesOf(on), [[volumeId, attachmentId]])
    assert.notEqual(await lastAttached(on), newAttachmentId)
  },
}

const pluggedPorts = async ({ server }: ServerOnHost): Promise<number | undefined> =>
  (await server())?.networkInfo.length

/** The second port of the server: one that the user created (`preexisting`), or one created for the server. */
const attachInterface = (preexisting: boolean): Case => {
  const deviceOf = ({ ports }: ServerOnHost) => [...ports.values()].map(({ device_id }) => device_id)
  return {
    begin: async ({ deps, server }) => {
      const wanted = preexisting ? {} : { device_id: serverId }
      const { id: portId } = await deps.network.createPort(ctx, wanted)
      const before = (await server())?.networkInfo ?? []
      const entry = {
        ...{ portId, networkId: 'net-1', networkName: 'private', macAddress: 'fa:16:3e:00:00:02' },
        ...{ addresses: [], securityGroupIds: [], preexisting },
      }
      const changes = { taskState: null, networkInfo: [...before, entry] }
      return { operation: { kind: 'attach-interface', portId, preexisting }, changes }
    },
    done: async (on) => {
      assert.deepEqual(deviceOf(on), [serverId, serverId])
      const interfaces = (await on.server())?.networkInfo ?? []
      assert.deepEqual(
        interfaces.map((one) => one.preexisting),
        [false, preexisting],
      )
    },
    undone: async (on) => {
      assert.deepEqual(deviceOf(on), preexisting ? [serverId, ''] : [serverId])
      assert.equal(await pluggedPorts(on), 1)
    },
  }
}

const trial = ({ begin, done, undone }: Case) => {
  // A trial takes its input before `world` runs, which fills in the operation.
  const input: { serverId: ServerId; operation: Operation } = { serverId, operation: { kind: 'stop' } }
  return {
    flow: operateServer,
    input,
    subject: serverId,
    ctx,
    world: async ({ clock }: { readonly clock: Clock }) => {
      const on = await serverOnHost(fakeDriver(), { clock, serverId, action: 'operate' })
      const { operation, changes } = await begin(on)
      input.operation = operation
      await instances(on.cell, clock).update(serverId, changes)
      return {
        db: on.cell as never,
        deps: on.deps,
        assertWhole: async () => {
          await done(on)
          assert.deepEqual(await on.faults(), [])
          const [event, ...more] = await on.events()
          assert.match(event ?? '', / Success$/)
          assert.deepEqual(more, [])
        },
        assertClean: async () => {
          await undone(on)
          assert.equal((await on.faults()).length, 1)
          assert.deepEqual(
            (await on.events()).filter((one) => !one.endsWith(' Error')),
            [],
          )
        },
        close: on.close,
      }
    },
  }
}

const cases: Readonly<Record<string, Case>> = {
  'stops a server': stop,
  'suspends a server': suspend,
  'resumes a suspended server': resume,
  'rebuilds a server': rebuild(false),
  'rebuilds a server that is off': rebuild(true),
  'creates an image of a server': createImage,
  'creates a backup of a server': createBackup,
  'changes a password': changePassword,
  'soft-deletes a server': softDelete,
  'restores a soft-deleted server': restore,
  'rescues a server': rescue,
  'unrescues a server': unrescue,
  'refreshes the network info of a server': injectNetworkInfo,
  'triggers a crash dump': triggerCrashDump,
  'attaches a volume': attachVolume,
  'swaps a volume': swapVolume,
  'attaches a port that the user created': attachInterface(true),
  'attaches a port created for the server': attachInterface(false),
}

describe('the flow operate-server', () => {
  for (const [what, operation] of Object.entries(cases))
    describe(`when it ${what}`, () => {
      it('survives the repetition of every step', () => survivesRepeats(trial(operation)))
      it('restores the server, or leaves it in ERROR, when any step fails', () =>
        unwindsFromEveryStep(trial(operation)))
      it('survives a crash at every moment', () => survivesCrashes(trial(operation)))
      it('waits for an unavailable service to come back', () => survivesOutages(trial(operation)))
    })
})
