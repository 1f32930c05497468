import assert from 'node:assert/strict'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { eventually } from '@nimbo/testing/eventually'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { isAccepted } from './is-accepted.ts'
import { contentOf, nothingKept, patience, reachedWithinMs, removeAll } from './kept-volumes.ts'
import type { Setup } from './setup.ts'
import { free, listed, named, volumeOf } from './volume-things.ts'
import type { VolumeWork } from './volume-work.ts'

/** Places are numbered after the last line of the boot flow, so that a line number selects cases of one of the two only. */
const linesOfBoot = bootFlow.length

/**
 * Kills the process that reaches a place of an operation on a volume. An accepted operation must be done in the end, exactly once; the
 * volume must keep its content; and once everything is deleted, no file and no use of quota may be left.
 */
export const killWhileKeeping = (work: VolumeWork, place: number, moment: Moment): FaultCase => ({
  ...{ fault: work.fault, line: linesOfBoot + place, moment, volume: true },
  run: (cloud, setup) => killed(cloud, setup, { work, place, moment }),
})

interface Killed {
  readonly work: VolumeWork
  readonly place: number
  readonly moment: Moment
}

const killed = async (cloud: FaultCloud, setup: Setup, { work, place, moment }: Killed): Promise<string> => {
  const { admin } = cloud
  const name = caseName({ fault: work.fault.replaceAll(' ', '-'), line: place, moment })
  const volumeId = await volumeOf(admin, { name: `source of ${name}`, imageRef: setup.imageRef })
  const content = await contentOf(cloud, volumeId)
  assert.ok(content.some((byte) => byte !== 0))
  const other = (await work.before?.(admin, volumeId)) ?? ''

  const span = work.places[place - 1]
  assert.ok(span !== undefined)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', path: [span] })
  const ask = (headers: Record<string, string> = {}) =>
    work.ask(admin, { volumeId, other, name, setup }, headers).catch(() => undefined)
  const answer = ask(point.headers)
  await point.reached(reachedWithinMs[moment])
  const accepted = isAccepted(await answer)
  await cloud.recovered()

  const isMade = async () => work.makes && (await named(admin, work.makes, name))
  const isRefused = work.insists === true && !accepted && (await isMade()) === undefined
  if (isRefused) assert.ok(isAccepted(await ask()))
  const made = await isMade()
  assert.ok(
    !(accepted || isRefused) || work.makes === undefined || made !== undefined,
    'what was accepted is lost',
  )
  if (work.makes !== undefined && made !== undefined) await free(admin, work.makes, made)
  const isDone = async () => work.done?.(await free(admin, 'volume', volumeId), other) ?? true
  if (accepted) await eventually(async () => assert.ok(await isDone()), patience)

  await work.elsewhere?.(admin, name, accepted)
  const given = work.gives && (await isDone()) ? await work.gives(admin, other) : content
  for (const volume of await listed(admin, 'volume')) {
    await free(admin, 'volume', volume.id)
    const seen = await (work.seen ?? contentOf)(cloud, volume.id)
    assert.deepEqual(seen, volume.id === volumeId ? given : content)
  }
  await removeAll(admin)
  await nothingKept(cloud)
  await work.left?.(cloud)
  if (isRefused) return 'refused, then whole'
  return accepted ? 'done, whole' : 'whole'
}
