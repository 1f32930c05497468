import assert from 'node:assert/strict'
import { deleteServer } from '@nimbo/compute/flows/delete-server/delete-server'
import { eventually } from '@nimbo/testing/eventually'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { bootServer, showServer } from '@nimbo/testkit/servers'
import { doAsked } from './do-asked.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Place } from './move.ts'
import { onHosts, request, spans, stepsOf } from './places.ts'
import { resize, shelve } from './server-requests.ts'
import { type Setup, orderOf } from './setup.ts'
import { atRest, nothingHeld } from './settling.ts'

const reachedWithinMs = 30_000
const patience = { withinMs: 120_000, everyMs: 100 }

/** The deletion of a server in a certain state. */
interface Deletion {
  readonly fault: string
  readonly before: readonly Asked[]
  readonly places: readonly Place[]
}

const asking = request('servers.delete')

export const everyDeletion: readonly Deletion[] = [
  {
    ...{ fault: 'kill deleting', before: [] },
    places: [asking, ...stepsOf(deleteServer), ...spans('terminate-server')],
  },
  { fault: 'kill deleting a resized server', before: [resize], places: onHosts('forget') },
  {
    ...{ fault: 'kill deleting an offloaded server', before: [shelve] },
    places: [asking, ...spans('network.ports.delete', 'image.images.delete')],
  },
]

interface Killed {
  readonly deletion: Deletion
  readonly place: number
  readonly moment: Moment
  readonly volume: boolean
}

/**
 * Kills the process that reaches a place of a server's deletion. If the deletion was accepted, the server must be gone in the end. If
 * not, it may also be unchanged, and is gone when the deletion is repeated. Nothing of it may be left.
 */
export const killWhileDeleting = (
  deletion: Deletion,
  place: number,
  moment: Moment,
  volume: boolean,
): FaultCase => ({
  ...{ fault: deletion.fault, line: place, moment, volume },
  run: (cloud, setup) => killed(cloud, setup, { deletion, place, moment, volume }),
})

/** Waits until the server is in its former status again, or gone; true if it is in its former status. */
const isBack = ({ compute }: FaultCloud['admin'], id: string, before: string): Promise<boolean> =>
  eventually(async () => {
    const { status, body } = await compute.get(`/servers/${id}`)
    if (status === 404) return false
    assert.deepEqual([body.server.status, body.server['OS-EXT-STS:task_state']], [before, null])
    return true
  }, patience)

const killed = async (cloud: FaultCloud, setup: Setup, killing: Killed): Promise<string> => {
  const { deletion, place, moment, volume } = killing
  const { admin } = cloud
  const name = caseName({ fault: deletion.fault.replaceAll(' ', '-'), line: place, moment })
  const flavorRef = await makeFlavor(admin, { name: `larger for ${name}`, ram: 128 })
  const id = await bootServer(admin, orderOf(setup, name, { volume }))
  assert.equal((await atRest(admin, id)).status, 'ACTIVE')
  for (const one of deletion.before) await doAsked(cloud, { id, setup, flavorRef, things: {} }, one)
  const before = (await showServer(admin, id)).status

  const path = deletion.places[place - 1]
  assert.ok(path !== undefined)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', path })
  const answer = admin.compute.delete(`/servers/${id}`, point.headers).catch(() => undefined)
  await point.reached(reachedWithinMs)
  const isAccepted = (await answer)?.status === 204
  await cloud.recovered()

  const isThere = !isAccepted && (await isBack(admin, id, before))
  if (isThere) assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
  await nothingHeld(cloud, id)
  const images = async () => (await admin.image.get(`/v2/images?instance_uuid=${id}`)).body.images
  await eventually(async () => assert.deepEqual(await images(), []), patience)
  assert.equal((await admin.compute.delete(`/flavors/${flavorRef}`)).status, 202)
  return isThere ? 'there, then gone, clean' : 'gone, clean'
}
