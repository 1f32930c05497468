import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { newTracePosition } from '@nimbo/kernel/context'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'

const reachedWithinMs = 30_000
const patience = { withinMs: 120_000, everyMs: 100 }
const fault = 'kill importing an image'

/** The steps of Glance's flow, whose spans have their names. */
export const stepsOfImport = [
  ...['take-record', 'bring-data', 'judge-data', 'store-data', 'activate-image'],
] as const

/**
 * Kills the process that comes to a step of an import. The flow has begun, so the image must be active in the end with all that was
 * staged, and its task a success; nothing may be left of what was staged, nor of the image when it is deleted.
 */
export const killWhileImporting = (place: number, moment: Moment): FaultCase => ({
  ...{ fault, line: bootFlow.length + place, moment, volume: false },
  run: (cloud) => killed(cloud, place, moment),
})

const killed = async (cloud: FaultCloud, place: number, moment: Moment): Promise<string> => {
  const { image } = cloud.admin
  const filesBefore = await imageFiles(cloud)
  const data = randomBytes(1_048_576)
  const id = await staged(
    cloud.admin,
    caseName({ fault: fault.replaceAll(' ', '-'), line: place, moment }),
    data,
  )
  const name = stepsOfImport[place - 1]
  assert.ok(name !== undefined)

  const trace = newTracePosition()
  const path = [{ name, service: 'glance-api' }] as const
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', traceId: trace.traceId, path })
  const order = { method: { name: 'glance-direct' } }
  const asked = image
    .post(`/v2/images/${id}/import`, order, { traceparent: formatTraceparent(trace) })
    .catch(() => undefined)
  await point.reached(reachedWithinMs)
  const accepted = (await asked)?.status === 202
  await cloud.recovered()

  await eventually(async () => {
    const { status, size, os_hash_value } = (await image.get(`/v2/images/${id}`)).body
    const wanted = ['active', data.length, createHash('sha512').update(data).digest('hex')]
    assert.deepEqual([status, size, os_hash_value], wanted)
    const { tasks } = (await image.get(`/v2/images/${id}/tasks`)).body
    assert.deepEqual(
      tasks.map((task: { readonly status: string }) => task.status),
      ['success'],
    )
  }, patience)
  const { status, body } = await image.get(`/v2/images/${id}/file`)
  assert.equal(status, 200)
  assert.ok(data.equals(Buffer.from(body)), 'the image holds what was staged')
  const kept = (await imageFiles(cloud)).filter((file) => !filesBefore.includes(file))
  assert.deepEqual(
    kept.map((file) => file.split('/')[0]),
    ['images'],
  )
  assert.equal((await image.delete(`/v2/images/${id}`)).status, 204)
  await eventually(async () => assert.deepEqual(await imageFiles(cloud), filesBefore), patience)
  return accepted ? 'done, whole' : 'whole'
}

const staged = async ({ image }: Client, name: string, data: Uint8Array): Promise<string> => {
  const wanted = { name, disk_format: 'raw', container_format: 'bare' }
  const { status, body } = await image.post('/v2/images', wanted)
  assert.equal(status, 201, JSON.stringify(body))
  const headers = { 'content-type': 'application/octet-stream' }
  assert.equal((await image.put(`/v2/images/${body.id}/stage`, data, headers)).status, 204)
  return body.id
}

const imageFiles = async (cloud: FaultCloud): Promise<readonly string[]> =>
  (await cloud.files()).filter((path) => /^(images|images-spare|staging)\/./.test(path)).sort()
