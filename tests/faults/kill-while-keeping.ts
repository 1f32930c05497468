import assert from 'node:assert/strict'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { newTracePosition } from '@nimbo/kernel/context'
import type { Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { eventually } from '@nimbo/testing/eventually'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'
import { free, named, type VolumeWork } from './volume-works.ts'

const patience = { withinMs: 120_000, everyMs: 100 }
/**
 * How long it may be until the process dies. Before and in a place that is soon; after it, all content has moved: a GiB that is read,
 * sent, hashed and written costs 15 s of processor time, and four times that where eight others want the processor.
 */
const reachedWithinMs = { before: 30_000, in: 30_000, after: patience.withinMs }
/** As much as the image holds that volumes are made of. */
const contentBytes = 4096

/** Places count on from the last line of the boot flow, so that a sample of the one is none of the other. */
const linesOfBoot = bootFlow.length

/**
 * Kills the process that comes to a place of what is done to a volume. It must be done in the end, once; the volume must hold what it held;
 * and when all is deleted, no file and no quota may be left.
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
  const volumeId = await source(admin, setup, `source of ${name}`)
  const content = await contentOf(cloud, volumeId)
  assert.ok(content?.some((byte) => byte !== 0))
  const other = (await work.before?.(admin, volumeId)) ?? ''

  const trace = newTracePosition()
  const span = work.places[place - 1]
  assert.ok(span !== undefined)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', traceId: trace.traceId, path: [span] })
  const ask = (headers: Record<string, string>) =>
    work.ask(admin, { volumeId, other, name, setup }, headers).catch(() => undefined)
  const answer = ask({ traceparent: formatTraceparent(trace) })
  await point.reached(reachedWithinMs[moment])
  const accepted = (await answer)?.status === 202
  await cloud.recovered()

  const made = work.makes && (await named(admin, work.makes, name))
  assert.ok(!accepted || work.makes === undefined || made !== undefined, 'what was accepted is lost')
  await free(admin, 'volume', volumeId)
  if (work.makes !== undefined && made !== undefined) await free(admin, work.makes, made)
  const isDone = async () => assert.ok(work.done?.(await free(admin, 'volume', volumeId)) ?? true)
  if (accepted) await eventually(isDone, patience)

  await work.elsewhere?.(admin, name, accepted)
  await work.back?.(admin, volumeId)
  assert.deepEqual(await contentOf(cloud, volumeId), content)
  if (made !== undefined && work.makes === 'volume') assert.deepEqual(await contentOf(cloud, made), content)
  await removeAll(admin)
  await nothingKept(cloud)
  return accepted ? 'done, whole' : 'whole'
}

const source = async (admin: Client, { imageRef }: Setup, name: string): Promise<string> => {
  const { status, body } = await admin.volume.post('/v3/volumes', { volume: { name, size: 1, imageRef } })
  assert.equal(status, 202, JSON.stringify(body))
  await free(admin, 'volume', body.volume.id)
  return body.volume.id
}

/** The beginning of what lies on one of the back ends under the name of the volume; on one alone. */
const contentOf = async (cloud: FaultCloud, volumeId: string): Promise<Uint8Array | undefined> =>
  eventually(async () => {
    const files = (await cloud.files()).filter((path) => path.endsWith(`/volume-${volumeId}`))
    assert.equal(files.length, 1, files.join(' '))
    return cloud.read(files[0] ?? '', contentBytes)
  }, patience)

const removeAll = async ({ volume }: Client): Promise<void> => {
  for (const kind of ['backups', 'snapshots', 'volumes'] as const) {
    const all = async (): Promise<readonly { readonly id: string }[]> =>
      (await volume.get(`/v3/${kind}`)).body[kind]
    for (const { id } of await all()) assert.equal((await volume.delete(`/v3/${kind}/${id}`)).status, 202)
    await eventually(async () => assert.deepEqual(await all(), []), patience)
  }
}

/** Where work on volumes leaves files, and where it makes what is needed on the way. */
const keptIn = /^(volumes|volumes-spare|backups?|ceph|conversion|tmp)\/./

/** Of no volume, snapshot or backup is there a file, or a place in a quota. */
const nothingKept = async (cloud: FaultCloud): Promise<void> => {
  const { volume, projectId } = cloud.admin
  await eventually(async () => {
    const kept = (await cloud.files()).filter((path) => keptIn.test(path))
    assert.deepEqual(kept, [])
  }, patience)
  const { body } = await volume.get(`/v3/os-quota-sets/${projectId}?usage=true`)
  const used = Object.entries<{ readonly in_use?: number; readonly reserved?: number }>(body.quota_set)
    .filter(([, { in_use = 0, reserved = 0 }]) => in_use + reserved > 0)
    .map(([resource]) => resource)
  assert.deepEqual(used, [])
}
