import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { CrashAct, Moment } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import { wholeHoldings } from './holdings.ts'
import type { Move, Place, Subject } from './move.ts'
import { prepareSubject } from './prepare-subject.ts'
import { sendRequest } from './send-request.ts'
import type { Setup } from './setup.ts'
import { actionsEnded, areHeld, atRest } from './settling.ts'

const reachedWithinMs = 30_000

/** A request about a server, and the place it has reached when its process dies. */
export interface KilledRequest {
  readonly move: Move
  readonly path: Place
  readonly moment: Moment
}

/** Sends the request, and resolves once it has reached its place: there it is held, or its process dies. */
const bringTo = async (
  cloud: FaultCloud,
  of: Subject,
  { move, path, moment }: KilledRequest,
  act: CrashAct,
): Promise<void> => {
  const point = await cloud.crashPoints.arm({ moment, act, path })
  // The process dies before it answers.
  sendRequest(cloud, move.asked.request(of), point.headers).catch(() => undefined)
  await point.reached(reachedWithinMs)
}

/**
 * Kills the one process of an embedded cloud when each of these requests has reached its place, before any is accepted. Each server
 * must stay whole, and nothing that a request made in other services may be left.
 */
export const killTogether = async (
  cloud: FaultCloud,
  setup: Setup,
  requests: readonly KilledRequest[],
): Promise<void> => {
  const { admin } = cloud
  const subjects: Subject[] = []
  for (const { move } of requests)
    subjects.push(await prepareSubject(cloud, setup, { move, name: move.fault, volume: false }))
  for (const [index, request] of requests.entries()) {
    const subject = subjects[index]
    assert.ok(subject !== undefined)
    await bringTo(cloud, subject, request, index === requests.length - 1 ? 'kill' : 'hold')
  }
  await cloud.recovered()

  const holdings: string[] = []
  for (const [index, { id }] of subjects.entries()) {
    await actionsEnded(admin, id)
    const server = await atRest(admin, id)
    assert.equal(server.status, 'ACTIVE', requests[index]?.move.fault)
    holdings.push(...wholeHoldings(server, { volume: false, ...requests[index]?.move.undone }))
  }
  await areHeld(cloud, holdings.sort())
  const images = async (id: string) => (await admin.image.get(`/v2/images?instance_uuid=${id}`)).body.images
  for (const { id } of subjects) await eventually(async () => assert.deepEqual(await images(id), []))
}
