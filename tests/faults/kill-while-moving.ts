import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { serverGone, showServer } from '@nimbo/testkit/servers'
import { doAsked } from './do-asked.ts'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Move, Subject } from './move.ts'
import { prepareSubject } from './prepare-subject.ts'
import { sendRequest } from './send-request.ts'
import { confirm, restore, resume, start, unpause, unrescue, unshelve } from './server-requests.ts'
import type { Setup } from './setup.ts'
import { actionsEnded, atRest, nothingHeld, wholeOrClean } from './settling.ts'

const reachedWithinMs = 30_000
const patience = { withinMs: 120_000, everyMs: 100 }

/** The request that brings a server back to ACTIVE, by the status in which a move left it. */
const onwards: Readonly<Record<string, Asked>> = {
  VERIFY_RESIZE: confirm,
  SHELVED: unshelve,
  SHELVED_OFFLOADED: unshelve,
  SHUTOFF: start,
  PAUSED: unpause,
  SUSPENDED: resume,
  RESCUE: unrescue,
  SOFT_DELETED: restore,
}

/**
 * Kills the process that reaches a place of an operation on a server. An accepted operation must be completed or rolled back, an
 * unanswered one completed or not begun, and the server must have all its parts when it is ACTIVE again.
 */
export const killWhileMoving = (move: Move, place: number, moment: Moment, volume: boolean): FaultCase => ({
  ...{ fault: move.fault, line: place, moment, volume: volume || move.onVolume === true },
  ...(move.novaConf === undefined ? {} : { novaConf: move.novaConf }),
  run: async (cloud, setup) =>
    killed(cloud, setup, { move, place, moment, volume: volume || move.onVolume === true }),
})

interface Killed {
  readonly move: Move
  readonly place: number
  readonly moment: Moment
  readonly volume: boolean
}

const nameOf = ({ move, place, moment }: Killed): string =>
  caseName({ fault: move.fault.replaceAll(' ', '-'), line: place, moment })

/** Sends the request and lets the process that reaches the place die; returns whether the request was accepted. */
const askAndKill = async (
  cloud: FaultCloud,
  of: Subject,
  { move, place, moment }: Killed,
): Promise<boolean> => {
  const path = move.places[place - 1]
  assert.ok(path !== undefined)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', path })
  const answer = sendRequest(cloud, move.asked.request(of), point.headers).catch(() => undefined)
  await point.reached(reachedWithinMs)
  const status = (await answer)?.status ?? 0
  await cloud.recovered()
  return status >= 200 && status < 300
}

/** Deletes the server and what was made for it; nothing of it may be left, nor the image of a shelved server. */
const removed = async (cloud: FaultCloud, of: Subject, move: Move): Promise<void> => {
  const { compute, image } = cloud.admin
  const images = async () => (await image.get(`/v2/images?instance_uuid=${of.id}`)).body.images
  await eventually(async () => assert.deepEqual(await images(), []), patience)
  assert.equal((await compute.post(`/servers/${of.id}/action`, { forceDelete: null })).status, 202)
  await serverGone(cloud.admin, of.id, patience)
  await move.removes?.(cloud, of)
  await nothingHeld(cloud, of.id)
  assert.equal((await compute.delete(`/flavors/${of.flavorRef}`)).status, 202)
}

const killed = async (cloud: FaultCloud, setup: Setup, killing: Killed): Promise<string> => {
  const { move, volume } = killing
  const subject = await prepareSubject(cloud, setup, { move, name: nameOf(killing), volume })
  const { id } = subject
  const ended = await move.since?.(cloud, id)
  const from = (await showServer(cloud.admin, id)).status
  const isAccepted = await askAndKill(cloud, subject, killing)

  await actionsEnded(cloud.admin, id)
  const [wanted = '', ...others] = move.asked.statuses
  const { status } = await atRest(cloud.admin, id, [wanted, ...others, ...(isAccepted ? [] : [from])])
  const isDone = (await move.isDone?.(cloud, subject)) ?? status === wanted
  if (move.isDone !== undefined) assert.ok(!isAccepted || isDone, 'what was accepted is not done')
  await ended?.()
  const next = onwards[status]
  if (next !== undefined) await doAsked(cloud, subject, next)
  const beside = isDone ? move.done : move.undone
  assert.equal((await wholeOrClean(cloud, id, { volume, ...beside })).status, 'ACTIVE')
  await removed(cloud, subject, move)
  return `${isDone ? '' : 'not done, '}${status}, then whole`
}
