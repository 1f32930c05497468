import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { eventually } from '@nimbo/testing/eventually'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { ImportWork } from './import-works.ts'
import { isAccepted } from './is-accepted.ts'

const reachedWithinMs = 30_000
const patience = { withinMs: 120_000, everyMs: 100 }

/**
 * Kills the process that reaches a place of an import. An accepted import must be complete in the end: the image active with all of its
 * data in its stores, and its task a success. An unanswered one is complete too, or has not begun and works when repeated. No staged
 * data may be left, nor any data of the image once it is deleted.
 */
export const killWhileImporting = (work: ImportWork, place: number, moment: Moment): FaultCase => ({
  ...{ fault: work.fault, line: bootFlow.length + place, moment, volume: false },
  run: (cloud) => killed(cloud, { work, place, moment }),
})

interface Killed {
  readonly work: ImportWork
  readonly place: number
  readonly moment: Moment
}

const killed = async (cloud: FaultCloud, what: Killed): Promise<string> => {
  const before = await imageFiles(cloud)
  const outcome = await importedAndDeleted(cloud, what, before)
  await eventually(async () => assert.deepEqual(await imageFiles(cloud), before), patience)
  return outcome
}

const importedAndDeleted = async (
  cloud: FaultCloud,
  { work, place, moment }: Killed,
  before: readonly string[],
): Promise<string> => {
  const { image } = cloud.admin
  const data = randomBytes(1_048_576)
  const name = caseName({ fault: work.fault.replaceAll(' ', '-'), line: place, moment })
  await using begun = await work.begin(cloud.admin, { name, data })
  const span = work.places[place - 1]
  assert.ok(span !== undefined)

  const tasksSince = await tasksAfterNow(cloud, begun.id)
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', path: [span] })
  const ask = (headers: Record<string, string> = {}) =>
    image.post(`/v2/images/${begun.id}/${work.door ?? 'import'}`, begun.order, headers).catch(() => undefined)
  const asked = ask(point.headers)
  await point.reached(reachedWithinMs)
  const accepted = isAccepted(await asked)
  await cloud.recovered()
  const tasks = await tasksSince()
  assert.ok(!accepted || tasks.length === 1, 'what was accepted is lost')
  if (tasks.length === 0) assert.ok(isAccepted(await ask()))

  await eventually(async () => {
    assert.deepEqual(
      (await tasksSince()).map(({ status }) => status),
      ['success'],
    )
  }, patience)
  await isWhole(cloud, begun.id, data)
  await begun.alike?.()
  const kept = (await imageFiles(cloud)).filter((file) => !before.includes(file))
  assert.deepEqual(kept.map((file) => file.split('/')[0]).sort(), work.stores)
  assert.equal((await image.delete(`/v2/images/${begun.id}`)).status, 204)
  if (tasks.length === 0) return 'refused, then whole'
  return accepted ? 'done, whole' : 'whole'
}

interface Task {
  readonly id: string
  readonly status: string
}

/** Returns a function that lists the tasks of an image, except those that exist now. */
const tasksAfterNow = async ({ admin: { image } }: FaultCloud, id: string) => {
  const all = async (): Promise<readonly Task[]> => (await image.get(`/v2/images/${id}/tasks`)).body.tasks
  const earlier = (await all()).map((task) => task.id)
  return async () => (await all()).filter((task) => !earlier.includes(task.id))
}

const isWhole = async ({ admin: { image } }: FaultCloud, id: string, data: Uint8Array): Promise<void> => {
  await eventually(async () => {
    const { status, size, os_hash_value } = (await image.get(`/v2/images/${id}`)).body
    const wanted = ['active', data.length, createHash('sha512').update(data).digest('hex')]
    assert.deepEqual([status, size, os_hash_value], wanted)
  }, patience)
  const { status, body } = await image.get(`/v2/images/${id}/file`)
  assert.equal(status, 200)
  assert.ok(Buffer.from(body).equals(data), 'the image holds the imported data')
}

/** Files with data of images: those of each store, and staged ones. */
const imageFiles = async (cloud: FaultCloud): Promise<readonly string[]> =>
  (await cloud.files()).filter((path) => /^(images|images-spare|staging)\/./.test(path)).sort()
