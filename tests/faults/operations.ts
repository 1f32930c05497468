import assert from 'node:assert/strict'
import { operateServer } from '@nimbo/compute/flows/operate-server/operate-server'
import { thawServer } from '@nimbo/compute/flows/thaw-server/thaw-server'
import type { HostActionKind } from '@nimbo/contracts/compute-rpc/operation'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { showServer } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import { keepingCloud } from './keeping-cloud.ts'
import type { Asked, Move, Place } from './move.ts'
import { request, spans, stepsOf } from './places.ts'
import {
  action,
  pause,
  rescue,
  restore,
  resume,
  start,
  stop,
  suspend,
  unpause,
  unrescue,
} from './server-requests.ts'

const patience = { withinMs: 120_000, everyMs: 100 }

/** The request to the API, the steps of the flow, and the operation on the host. */
export const byHost = (kind: HostActionKind, operation: string): readonly Place[] => [
  ...[request(operation), ...stepsOf(operateServer)],
  ...spans(`operate-${kind}`),
]

const imagesOf = async ({ image }: Client, id: string): Promise<readonly { id: string; status: string }[]> =>
  (await image.get(`/v2/images?instance_uuid=${id}`)).body.images

/** The guest's file systems are not left frozen: the fake hypervisor writes what happens to them on the console. */
const isThawed = async ({ compute }: Client, id: string): Promise<void> => {
  const { body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  const [, last = 'thawed'] = [...String(body.output).matchAll(/file systems (frozen|thawed)/g)].at(-1) ?? []
  assert.equal(last, 'thawed')
}

/** Returns a check that every image of the server ends active; there may be none. The check deletes them. */
const imagesAreWhole = async ({ admin }: FaultCloud, id: string): Promise<() => Promise<void>> => {
  assert.deepEqual(await imagesOf(admin, id), [])
  return () =>
    eventually(async () => {
      await isThawed(admin, id)
      for (const { id: imageId, status } of await imagesOf(admin, id)) {
        assert.equal(status, 'active')
        assert.equal((await admin.image.delete(`/v2/images/${imageId}`)).status, 204)
      }
    }, patience)
}

/**
 * Returns a check that the image of a volume-backed server and its volume snapshot both exist if the action succeeded, and neither
 * if not. The check deletes both, since Cinder keeps a volume while it has snapshots.
 */
const volumeImageIsWhole = async ({ admin }: FaultCloud, id: string): Promise<() => Promise<void>> => {
  const { compute, image, volume } = admin
  const snapshots = async (): Promise<readonly { id: string; status: string }[]> =>
    (await volume.get('/v3/snapshots')).body.snapshots
  const succeeded = async (): Promise<boolean> =>
    (await compute.get(`/servers/${id}/os-instance-actions`)).body.instanceActions.some(
      (one: { readonly action: string; readonly message: string | null }) =>
        one.action === 'createImage' && one.message === null,
    )
  assert.deepEqual(await snapshots(), [])
  return async () => {
    await eventually(async () => {
      assert.equal((await showServer(admin, id))['OS-EXT-STS:task_state'], null)
      await isThawed(admin, id)
      const wanted = (await succeeded()) ? ['active', 'available'] : []
      const found = [...(await imagesOf(admin, id)), ...(await snapshots())]
      assert.deepEqual(
        found.map(({ status }) => status),
        wanted,
      )
    }, patience)
    for (const one of await imagesOf(admin, id))
      assert.equal((await image.delete(`/v2/images/${one.id}`)).status, 204)
    for (const one of await snapshots())
      assert.equal((await volume.delete(`/v3/snapshots/${one.id}`)).status, 202)
    await eventually(async () => assert.deepEqual(await snapshots(), []), patience)
  }
}

const deleteSoftly: Asked = {
  request: ({ id }) => ({ method: 'delete', path: `/servers/${id}` }),
  ...{ statuses: ['SOFT_DELETED', 'ACTIVE'], answers: 204 },
}

/** Operations that need nothing but the server and do not move it. */
export const operations: readonly Move[] = [
  { fault: 'kill pausing', before: [], asked: pause, places: byHost('pause', 'servers.pause') },
  { fault: 'kill unpausing', before: [pause], asked: unpause, places: byHost('unpause', 'servers.unpause') },
  { fault: 'kill suspending', before: [], asked: suspend, places: byHost('suspend', 'servers.suspend') },
  { fault: 'kill resuming', before: [suspend], asked: resume, places: byHost('resume', 'servers.resume') },
  { fault: 'kill stopping', before: [], asked: stop, places: byHost('stop', 'servers.stop') },
  { fault: 'kill starting', before: [stop], asked: start, places: byHost('start', 'servers.start') },
  {
    ...{ fault: 'kill rebooting', before: [], places: byHost('reboot', 'servers.reboot') },
    asked: action({ reboot: { type: 'HARD' } }, 'ACTIVE'),
  },
  { fault: 'kill rescuing', before: [], asked: rescue, places: byHost('rescue', 'servers.rescue') },
  {
    ...{ fault: 'kill unrescuing', before: [rescue], asked: unrescue },
    places: byHost('unrescue', 'servers.unrescue'),
  },
  {
    ...{ fault: 'kill making an image', before: [], since: imagesAreWhole },
    places: byHost('create-image', 'servers.create-image'),
    asked: action({ createImage: { name: 'snapshot' } }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill making an image of a volume', onVolume: true, before: [], since: volumeImageIsWhole },
    places: [
      request('servers.create-image'),
      ...spans('volume.snapshots.create', 'image.images.create', 'image.images.upload'),
      ...stepsOf(thawServer),
    ],
    asked: action({ createImage: { name: 'snapshot' } }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill making a backup', before: [], since: imagesAreWhole },
    places: byHost('create-backup', 'servers.create-backup'),
    asked: action({ createBackup: { name: 'backup', backup_type: 'daily', rotation: 1 } }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill rebuilding', before: [], places: byHost('rebuild', 'servers.rebuild') },
    asked: action(({ setup }) => ({ rebuild: { imageRef: setup.imageRef } }), 'ACTIVE'),
  },
  {
    ...{ fault: 'kill rebuilding a stopped server', before: [stop] },
    places: byHost('rebuild', 'servers.rebuild'),
    asked: action(({ setup }) => ({ rebuild: { imageRef: setup.imageRef } }), 'SHUTOFF'),
  },
  {
    ...{ fault: 'kill rebuilding on a volume', onVolume: true, before: [] },
    places: [
      ...byHost('rebuild', 'servers.rebuild'),
      ...spans('volume.attachments.create', 'volume.volumes.reimage', 'volume.attachments.complete'),
    ],
    asked: action(({ setup }) => ({ rebuild: { imageRef: setup.imageRef } }), 'ACTIVE'),
  },
  {
    ...{ fault: 'kill changing a password', before: [] },
    places: byHost('change-password', 'servers.change-password'),
    asked: action({ changePassword: { adminPass: 'another' } }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill interrupting', before: [] },
    places: byHost('trigger-crash-dump', 'servers.trigger-crash-dump'),
    asked: action({ trigger_crash_dump: null }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill injecting network info', before: [] },
    places: byHost('inject-network-info', 'servers.inject-network-info'),
    asked: action({ injectNetworkInfo: null }, 'ACTIVE'),
  },
]

/** The same for a cloud with soft deletion, where shelved servers stay on their hosts. */
export const keepingOperations: readonly Move[] = [
  {
    ...{ fault: 'kill deleting softly', before: [], asked: deleteSoftly, novaConf: keepingCloud },
    places: byHost('soft-delete', 'servers.delete'),
  },
  {
    ...{ fault: 'kill restoring', before: [deleteSoftly], asked: restore, novaConf: keepingCloud },
    places: byHost('restore', 'servers.restore'),
  },
  {
    ...{ fault: 'kill unshelving here', novaConf: keepingCloud },
    ...{
      before: [action({ shelve: null }, 'SHELVED')],
      asked: action({ unshelve: null }, 'ACTIVE', 'SHELVED'),
    },
    places: byHost('unshelve-here', 'servers.unshelve'),
  },
]
