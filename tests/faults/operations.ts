import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Move } from './move.ts'

const patience = { withinMs: 120_000, everyMs: 100 }

const asked = (action: object, ...statuses: readonly string[]): Asked => ({ action: () => action, statuses })

const pause = asked({ pause: null }, 'PAUSED', 'ACTIVE')
const suspend = asked({ suspend: null }, 'SUSPENDED', 'ACTIVE')
const stop = asked({ 'os-stop': null }, 'SHUTOFF', 'ACTIVE')
const rescue: Asked = { ...asked({ rescue: {} }, 'RESCUE', 'ACTIVE'), answers: 200 }

/** What the conductor asks of the host, and what the host does. */
const byHost = (kind: string): readonly string[] => [`call-${kind}`, `operate-${kind}`]

const imagesOf = async ({ image }: Client, id: string): Promise<readonly { id: string; status: string }[]> =>
  (await image.get(`/v2/images?instance_uuid=${id}`)).body.images

/** An image of the server is whole in the end, or there is none. */
const imagesAreWhole = async ({ admin }: FaultCloud, id: string): Promise<() => Promise<void>> => {
  assert.deepEqual(await imagesOf(admin, id), [])
  return () =>
    eventually(async () => {
      for (const { id: imageId, status } of await imagesOf(admin, id)) {
        assert.equal(status, 'active')
        assert.equal((await admin.image.delete(`/v2/images/${imageId}`)).status, 204)
      }
    }, patience)
}

/** What hosts do to servers without moving them. */
export const operations: readonly Move[] = [
  { fault: 'kill pausing', before: [], asked: pause, places: byHost('pause') },
  {
    ...{ fault: 'kill unpausing', before: [pause], places: byHost('unpause') },
    asked: asked({ unpause: null }, 'ACTIVE', 'PAUSED'),
  },
  { fault: 'kill suspending', before: [], asked: suspend, places: byHost('suspend') },
  {
    ...{ fault: 'kill resuming', before: [suspend], places: byHost('resume') },
    asked: asked({ resume: null }, 'ACTIVE', 'SUSPENDED'),
  },
  { fault: 'kill stopping', before: [], asked: stop, places: byHost('stop') },
  {
    ...{ fault: 'kill starting', before: [stop], places: byHost('start') },
    asked: asked({ 'os-start': null }, 'ACTIVE', 'SHUTOFF'),
  },
  {
    ...{ fault: 'kill rebooting', before: [], places: byHost('reboot') },
    asked: asked({ reboot: { type: 'HARD' } }, 'ACTIVE'),
  },
  { fault: 'kill rescuing', before: [], asked: rescue, places: byHost('rescue') },
  {
    ...{ fault: 'kill unrescuing', before: [rescue], places: byHost('unrescue') },
    asked: asked({ unrescue: null }, 'ACTIVE', 'RESCUE'),
  },
  {
    ...{ fault: 'kill making an image', before: [], places: byHost('create-image'), since: imagesAreWhole },
    asked: asked({ createImage: { name: 'snapshot' } }, 'ACTIVE'),
  },
  {
    ...{ fault: 'kill making a backup', before: [], places: byHost('create-backup'), since: imagesAreWhole },
    asked: asked({ createBackup: { name: 'backup', backup_type: 'daily', rotation: 1 } }, 'ACTIVE'),
  },
]
