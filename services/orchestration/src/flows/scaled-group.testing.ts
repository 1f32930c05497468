import assert from 'node:assert/strict'
import { loadConfig } from '@nimbo/config/load-config'
import { manualClock } from '@nimbo/durable/manual-clock'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import type { KyselyPlugin } from 'kysely'
import { heatOptions } from '../config.ts'
import type { Db } from '../db/db.ts'
import { findResource, insertResource, type Resource } from '../db/resources.ts'
import { findStack, insertStack, type Stack } from '../db/stacks.ts'
import { insertTemplate } from '../db/templates.ts'
import { sealingBy } from '../domain/sealing.ts'
import type { Client } from '../resource-type/clients.ts'
import { resourceTypes } from '../resource-types/all.ts'
import { deliver } from './deliver-signal.ts'
import type { EngineDeps } from './deps.ts'
import { openWalk } from './open-walk.ts'

export const clock = manualClock()
export const ctx = internalContext()
const at = '2026-01-01T00:00:00Z'
export const sealing = sealingBy(undefined, { isAll: false })

const unasked = async (): Promise<never> =>
  assert.fail('the engine called a service, which this test does not need')
const nobody: Client = { call: unasked, answer: unasked, perform: unasked, items: () => assert.fail() }

export const depsOn = (db: Db): EngineDeps => ({
  ...{ db, clock, sealing, log: silentLog },
  config: loadConfig({ files: [], env: {}, options: heatOptions }),
  types: new Map(resourceTypes.map((type) => [type.type, type])),
  notices: { tell: async () => {} },
  clientsOf: () => ({
    ...{ alarming: nobody, compute: nobody, identity: nobody, image: nobody, network: nobody },
    ...{ 'object-store': nobody, orchestration: nobody, volume: nobody },
  }),
  signalsOf: () => ({ user: unasked, key: unasked, endpoint: unasked, signedUrl: unasked }),
  ...{ forgetUser: unasked, forgetUsers: unasked, sendToSink: unasked, forgetOwner: unasked, wake: () => {} },
})

export const stackOf = (id: string, parent: string | null): Stack => ({
  ...{ id, name: id, living_name: parent === null ? id : null, project_id: 'p', user_id: 'u' },
  ...{ user_name: 'ann', parent_id: parent, parent_resource: parent && 'group', root_id: parent ?? id },
  ...{ depth: parent === null ? 0 : 1, action: 'CREATE', status: 'COMPLETE', status_reason: '' },
  ...{ traversal: `first of ${id}`, holder: null, template_id: `of ${id}`, previous_template_id: null },
  ...{ disable_rollback: 1, timeout_mins: null, wish: '{}', tags: '[]', trust_id: null, trustor_id: null },
  ...{ user_project_id: null, events_told: 0, created_at: at, updated_at: null, action_at: at },
  deleted_at: null,
})

export const rowOf = (stackId: string, name: string, type: string, more: Partial<Resource>): Resource => ({
  ...{ id: name, stack_id: stackId, name, type, physical_id: name, action: 'CREATE', status: 'COMPLETE' },
  ...{ status_reason: '', properties: '{}', metadata: '{}', data: '{}', definition: '{}', requires: '[]' },
  ...{ template_id: `of ${stackId}`, replaces: null, replaced_by: null, traversal: `first of ${stackId}` },
  ...{ asked: 1, attempts: 0, started_at: at, created_at: at, updated_at: null },
  ...more,
})

export const member = { type: 'OS::Heat::TestResource' }

/** Inserts a group of one member in the stack `web`, with two policies that each add one. */
export const insertGroup = async (db: Db, cooldown: number): Promise<void> => {
  const stored = async (stackId: string, resources: Readonly<Record<string, object>>): Promise<void> => {
    const template = { heat_template_version: '2021-04-16', resources }
    const files = { environment: {}, files: {} }
    await insertTemplate(db, sealing, { id: `of ${stackId}`, stackId, at, template, ...files })
  }
  await insertStack(db, stackOf('web', null))
  await insertStack(db, stackOf('members', 'web'))
  await stored('web', {})
  await stored('members', { one: member })
  await insertResource(db, rowOf('members', 'one', member.type, {}))
  const rolling_updates = { min_in_service: 0, max_batch_size: 1, pause_time: 0 }
  const group = { min_size: 1, max_size: 9, desired_capacity: 1, resource: member, rolling_updates }
  await insertResource(
    db,
    rowOf('web', 'group', 'OS::Heat::AutoScalingGroup', {
      ...{ physical_id: 'members', properties: JSON.stringify(group) },
      data: JSON.stringify({ desired: '1', capacity: '1' }),
    }),
  )
  const policy = { auto_scaling_group_id: 'members', adjustment_type: 'change_in_capacity', cooldown }
  const properties = JSON.stringify({ ...policy, scaling_adjustment: 1 })
  for (const name of ['up', 'also-up'])
    await insertResource(db, rowOf('web', name, 'OS::Heat::ScalingPolicy', { properties }))
}

/** Signals a policy of the group. */
export const signal = async (db: Db, name: string): Promise<void> => {
  const stack = await findStack(db, 'web')
  const policy = await findResource(db, name)
  assert.ok(stack && policy)
  await deliver(await openWalk(depsOn(db), ctx, stack), policy, {})
}

/** Wraps the database to call `interrupt` once, after this many statements outside transactions. */
export const interruptedAfter = (db: Db, statements: number, interrupt: () => Promise<void>): Db => {
  let left = statements
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (left-- === 0) await interrupt()
      return result
    },
  }
  return new Proxy(db.withPlugin(plugin), {
    get: (watched, key) => {
      const from = key === 'transaction' ? db : watched
      const value: unknown = Reflect.get(from, key, from)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })
}

/** The number of members that the group should have, according to its row. */
export const sizeIn = async (db: Db): Promise<number> =>
  Number(JSON.parse((await findResource(db, 'group'))?.data ?? '{}').capacity)
