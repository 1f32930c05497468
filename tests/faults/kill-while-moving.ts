import assert from 'node:assert/strict'
import { newTracePosition } from '@nimbo/kernel/context'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { bootServer, showServer } from '@nimbo/testkit/servers'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { caseName, type FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Move } from './move.ts'
import { type Setup, orderOf } from './setup.ts'
import { atRest, deleteWhole, wholeOrClean } from './settling.ts'

const reachedWithinMs = 30_000

const resize: Asked = {
  action: (flavorRef) => ({ resize: { flavorRef } }),
  statuses: ['VERIFY_RESIZE', 'ACTIVE'],
}
const confirm: Asked = { action: () => ({ confirmResize: null }), statuses: ['ACTIVE'], answers: 204 }
const revert: Asked = { action: () => ({ revertResize: null }), statuses: ['ACTIVE'] }
const shelve: Asked = { action: () => ({ shelve: null }), statuses: ['SHELVED_OFFLOADED', 'ACTIVE'] }
const unshelve: Asked = { action: () => ({ unshelve: null }), statuses: ['ACTIVE', 'SHELVED_OFFLOADED'] }
const migrateLive: Asked = {
  action: () => ({ 'os-migrateLive': { block_migration: 'auto', host: null } }),
  statuses: ['ACTIVE'],
}
/** It stays off where it is made anew. */
const evacuate: Asked = { action: () => ({ evacuate: {} }), statuses: ['SHUTOFF', 'ACTIVE'] }
const unpause: Asked = { action: () => ({ unpause: null }), statuses: ['ACTIVE'] }
const resume: Asked = { action: () => ({ resume: null }), statuses: ['ACTIVE'] }
const unrescue: Asked = { action: () => ({ unrescue: null }), statuses: ['ACTIVE'] }
const start: Asked = { action: () => ({ 'os-start': null }), statuses: ['ACTIVE'] }

/** What brings a server to rest in ACTIVE, from where a move has left it. */
const onwards: Readonly<Record<string, Asked>> = {
  VERIFY_RESIZE: confirm,
  SHELVED_OFFLOADED: unshelve,
  SHUTOFF: start,
  PAUSED: unpause,
  SUSPENDED: resume,
  RESCUE: unrescue,
}

/** The scheduler's work, and what the conductor asks of hosts and hosts do. */
const onHosts = (...parts: readonly string[]) => parts.flatMap((part) => [`call-${part}`, `move-${part}`])

/** The host of a server is said to be down. It is not: what it still has it removes when it is taken for alive again. */
const hostIsToldDown = async ({ admin }: FaultCloud, id: string): Promise<() => Promise<void>> => {
  const { 'OS-EXT-SRV-ATTR:host': host } = await showServer(admin, id)
  const { body } = await admin.compute.get(`/os-services?binary=nova-compute&host=${host}`)
  const tell = async (forced_down: boolean): Promise<void> => {
    const { status } = await admin.compute.put(`/os-services/${body.services[0].id}`, { forced_down })
    assert.equal(status, 200)
  }
  await tell(true)
  return () => tell(false)
}

export const moves: readonly Move[] = [
  {
    ...{ fault: 'kill resizing', before: [], asked: resize },
    places: ['select-destinations', ...onHosts('claim-room', 'set-aside', 'take-over')],
  },
  { fault: 'kill confirming', before: [resize], asked: confirm, places: onHosts('forget') },
  { fault: 'kill reverting', before: [resize], asked: revert, places: onHosts('abandon', 'bring-back') },
  { fault: 'kill shelving', before: [], asked: shelve, places: ['call-shelve', 'operate-shelve'] },
  {
    ...{ fault: 'kill unshelving', before: [shelve], asked: unshelve },
    places: ['select-destinations', ...onHosts('take-over')],
  },
  {
    ...{ fault: 'kill migrating live', before: [], asked: migrateLive },
    places: [
      'select-destinations',
      ...onHosts('check-landing', 'check-departure', 'receive', 'depart', 'land', 'vacate'),
    ],
  },
  {
    ...{ fault: 'kill evacuating', before: [], asked: evacuate, since: hostIsToldDown },
    places: ['select-destinations', ...onHosts('take-over')],
  },
]

const doAsked = async (cloud: FaultCloud, id: string, flavorRef: string, asked: Asked): Promise<void> => {
  const { action, statuses, answers = 202 } = asked
  const answer = await cloud.admin.compute.post(`/servers/${id}/action`, action(flavorRef))
  assert.equal(answer.status, answers, JSON.stringify(answer.body))
  const { status } = await atRest(cloud.admin, id, statuses)
  assert.equal(status, statuses[0])
}

/**
 * Kills the process that comes to a place of a server's move. The move must go on to its end or back to its start, and the server
 * must be whole when it is ACTIVE again.
 */
export const killWhileMoving = (move: Move, place: number, moment: Moment, volume: boolean): FaultCase => ({
  ...{ fault: move.fault, line: place, moment, volume },
  run: async (cloud, setup) => killed(cloud, setup, { move, place, moment, volume }),
})

interface Killed {
  readonly move: Move
  readonly place: number
  readonly moment: Moment
  readonly volume: boolean
}

const killed = async (
  cloud: FaultCloud,
  setup: Setup,
  { move, place, moment, volume }: Killed,
): Promise<string> => {
  const { asked, before, places, fault, since } = move
  const name = caseName({ fault: fault.replaceAll(' ', '-'), line: place, moment })
  const span = places[place - 1]
  assert.ok(span !== undefined)
  const flavorRef = await makeFlavor(cloud.admin, { name: `larger for ${name}`, ram: 128 })
  const id = await bootServer(cloud.admin, orderOf(setup, name, { volume }))
  assert.equal((await atRest(cloud.admin, id)).status, 'ACTIVE')
  for (const one of before) await doAsked(cloud, id, flavorRef, one)
  const ended = await since?.(cloud, id)

  const trace = newTracePosition()
  const path = [{ name: span }] as const
  const point = await cloud.crashPoints.arm({ moment, act: 'kill', traceId: trace.traceId, path })
  const headers = { traceparent: formatTraceparent(trace) }
  const answer = cloud.admin.compute
    .post(`/servers/${id}/action`, asked.action(flavorRef), headers)
    .catch(() => undefined)
  await point.reached(reachedWithinMs)
  await answer
  await cloud.recovered()
  const { status } = await atRest(cloud.admin, id, asked.statuses)
  await ended?.()
  const next = onwards[status]
  if (next !== undefined) await doAsked(cloud, id, flavorRef, next)
  assert.equal((await wholeOrClean(cloud, id, { volume })).status, 'ACTIVE')
  await deleteWhole(cloud, id)
  assert.equal((await cloud.admin.compute.delete(`/flavors/${flavorRef}`)).status, 202)
  return `${status}, then whole`
}
