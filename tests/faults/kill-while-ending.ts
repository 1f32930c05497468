import assert from 'node:assert/strict'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import type { Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { isAccepted } from './is-accepted.ts'
import { contentOf, nothingKept, reachedWithinMs, removeAll } from './kept-volumes.ts'
import type { Setup } from './setup.ts'
import { placeOf } from './unmanaged.ts'
import type { Ended, VolumeEnding } from './volume-endings.ts'
import { free, gone, listed, volumeOf } from './volume-things.ts'

/**
 * Kills the process that reaches a place of a deletion, or of an unmanage, of a volume or something made of it. If the request was
 * accepted, the thing must be gone in the end, with all it takes along. If not, it is gone or unchanged, and is gone when the request is
 * repeated. Volumes that stay must keep their content.
 */
export const killWhileEnding = (ending: VolumeEnding, place: number, moment: Moment): FaultCase => ({
  ...{ fault: ending.fault, line: bootFlow.length + place, moment, volume: true },
  run: (cloud, setup) => killed(cloud, setup, { ending, place, moment }),
})

interface Killed {
  readonly ending: VolumeEnding
  readonly place: number
  readonly moment: Moment
}

const killed = async (
  cloud: FaultCloud,
  { imageRef }: Setup,
  { ending, place, moment }: Killed,
): Promise<string> => {
  const { admin } = cloud
  const name = caseName({ fault: ending.fault.replaceAll(' ', '-'), line: place, moment })
  const volumeId = await volumeOf(admin, { name: `source of ${name}`, imageRef })
  const content = await contentOf(cloud, volumeId)
  const id = (await ending.before?.(admin, volumeId)) ?? volumeId
  const ended: Ended = { kind: ending.kind, id, volumeId, place: await placeOf(admin, volumeId) }

  const span = ending.places[place - 1]
  assert.ok(span !== undefined)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', path: [span] })
  const ask = (headers: Record<string, string> = {}) =>
    ending.ask(admin, ended, headers).catch(() => undefined)
  const answer = ask(point.headers)
  await point.reached(reachedWithinMs[moment])
  const accepted = isAccepted(await answer)
  await cloud.recovered()

  const isRefused = !accepted && (await isAsItWas(admin, ended))
  if (isRefused) await ask()
  await gone(admin, ended.kind, id)
  for (const kind of ending.takes) assert.deepEqual(await listed(admin, kind), [])
  await ending.back?.(admin, ended)
  for (const volume of await listed(admin, 'volume')) {
    await free(admin, 'volume', volume.id)
    assert.deepEqual(await contentOf(cloud, volume.id), content)
  }
  await removeAll(admin)
  await nothingKept(cloud)
  if (isRefused) return 'refused, then gone'
  return accepted ? 'done, gone' : 'gone'
}

/** Whether an unanswered request has changed nothing. */
const isAsItWas = async ({ volume }: Client, { kind, id }: Ended): Promise<boolean> => {
  const { status, body } = await volume.get(`/v3/${kind}s/${id}`)
  return status === 200 && body[kind].status === 'available'
}
