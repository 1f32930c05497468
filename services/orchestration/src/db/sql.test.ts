import { goldenSql } from '@nimbo/db/golden-sql.testing'
import { sealingBy } from '../domain/sealing.ts'
import * as engines from './engines.ts'
import * as events from './events.ts'
import { forgetOldEvents } from './forget-events.ts'
import { listEvents } from './list-events.ts'
import { listStacks, type StackFilter } from './list-stacks.ts'
import * as resources from './resources.ts'
import * as snapshots from './snapshots.ts'
import * as software from './software.ts'
import * as stacks from './stacks.ts'
import type { HeatTables } from './tables.ts'
import * as templates from './templates.ts'
import * as told from './sent-events.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'

const stack: stacks.Stack = {
  ...{ id: 's', name: 'web', living_name: 'web', project_id: 'p', user_id: 'u', user_name: 'ann' },
  ...{ parent_id: null, parent_resource: null, root_id: 's', depth: 0, action: 'CREATE' },
  ...{ status: 'IN_PROGRESS', status_reason: '', traversal: 't', holder: null, template_id: 'm' },
  ...{ previous_template_id: null, disable_rollback: 0, timeout_mins: null, wish: '{}', tags: '[]' },
  ...{ trust_id: null, trustor_id: null, user_project_id: null, events_told: 0 },
  ...{ created_at: now, updated_at: null },
  ...{ action_at: now, deleted_at: null },
}
const resource: resources.Resource = {
  ...{ id: 'r', stack_id: 's', name: 'port', type: 'OS::Neutron::Port', physical_id: null },
  ...{ action: 'INIT', status: 'COMPLETE', status_reason: '', properties: '{}', metadata: '{}' },
  ...{ data: '{}', definition: '{}', requires: '[]', template_id: 'm', replaces: null },
  ...{ replaced_by: null, traversal: 't', asked: 0, attempts: 0, started_at: now, created_at: now },
  updated_at: null,
}
const state = { action: 'CREATE', status: 'COMPLETE', reason: '' }

goldenSql<typeof engines, HeatTables>(url, 'engines', {
  reportEngine: (db) =>
    engines.reportEngine(db, { id: 'e', hostname: 'h', host: 'h', started_at: now, seen_at: now }),
  enginesOf: (db) => engines.enginesOf(db),
  forgetEngines: (db) => engines.forgetEngines(db, now),
})

goldenSql<typeof events, HeatTables>(url, 'events', {
  addStackEvent: (db) => events.addStackEvent(db, stack, state, now),
  addResourceEvent: (db) => events.addResourceEvent(db, 's', resource, state, now),
})

goldenSql<typeof import('./forget-events.ts'), HeatTables>(url, 'forget-events', {
  forgetOldEvents: { finds: [{ position: 1 }], run: (db) => forgetOldEvents(db, 's', 10) },
})

goldenSql<typeof told, HeatTables>(url, 'sent-events', {
  unsentEvents: (db) => told.unsentEvents(db, 's'),
  noteSent: (db) => told.noteSent(db, 's', 7),
})

goldenSql<typeof import('./list-events.ts'), HeatTables>(url, 'list-events', {
  listEvents: async (db) => {
    await listEvents(db, { stackId: 's', rootId: 's', isNested: false })
    await listEvents(db, { stackId: 's', rootId: 's', isNested: true })
  },
})

const unnarrowed: StackFilter = {
  ...{ projectId: undefined, deleted: true, nested: true, ownerId: undefined, ids: undefined },
  ...{ names: undefined, actions: undefined, statuses: undefined, username: undefined, tags: undefined },
  ...{ tagsAny: undefined, notTags: undefined, notTagsAny: undefined },
}
goldenSql<typeof import('./list-stacks.ts'), HeatTables>(url, 'list-stacks', {
  listStacks: async (db) => {
    await listStacks(db, unnarrowed)
    await listStacks(db, { ...unnarrowed, projectId: 'p', deleted: false, nested: false })
    await listStacks(db, { ...unnarrowed, ownerId: 's', ids: ['s'], names: ['web'], username: 'ann' })
  },
})

goldenSql<typeof resources, HeatTables>(url, 'resources', {
  resourcesOf: (db) => resources.resourcesOf(db, 's'),
  insertResource: (db) => resources.insertResource(db, resource),
  changeResource: (db) => resources.changeResource(db, 'r', { status: 'FAILED', status_reason: 'x' }),
  changeResourceWith: (db) =>
    resources.changeResourceWith(db, { id: 'r', data: '{}' }, { data: '{"a":"1"}' }),
  changeResourceAt: (db) => resources.changeResourceAt(db, resource, { status: 'FAILED' }),
  removeResource: (db) => resources.removeResource(db, 'r'),
  findResource: (db) => resources.findResource(db, 'r'),
  resourceOfServer: (db) => resources.resourceOfServer(db, 'p', 'i'),
  isOfAnother: (db) => resources.isOfAnother(db, 'p', 'r'),
  countResources: { finds: [{ count: 1 }], run: (db) => resources.countResources(db, 's') },
})

goldenSql<typeof snapshots, HeatTables>(url, 'snapshots', {
  findSnapshot: (db) => snapshots.findSnapshot(db, 's', 'a'),
  snapshotsOfStack: (db) => snapshots.snapshotsOfStack(db, 's'),
  snapshotTemplates: (db) => snapshots.snapshotTemplates(db, 's'),
  removeSnapshot: (db) => snapshots.removeSnapshot(db, 'a'),
  finishSnapshot: {
    finds: [{ data: '{}' }],
    run: (db) => snapshots.finishSnapshot(db, 'a', { status: 'COMPLETE', reason: '', resources: {} }),
  },
})

const config = {
  ...{ id: 'c', project_id: 'p', name: 'n', group_name: 'script', config: '', inputs: '[]' },
  ...{ outputs: '[]', options: '{}', created_at: now },
}
const deployment = {
  ...{ id: 'd', project_id: 'p', server_id: 's', config_id: 'c', action: 'CREATE', status: 'COMPLETE' },
  ...{ status_reason: '', input_values: '{}', output_values: '{}', stack_user_project_id: null },
  ...{ created_at: now, updated_at: null },
}
goldenSql<typeof software, HeatTables>(url, 'software', {
  findConfig: (db) => software.findConfig(db, 'p', 'c'),
  listConfigs: async (db) => {
    await software.listConfigs(db, undefined)
    await software.listConfigs(db, 'p')
  },
  insertConfig: (db) => software.insertConfig(db, config),
  removeConfig: (db) => software.removeConfig(db, 'c'),
  isDeployed: (db) => software.isDeployed(db, 'c'),
  findDeployment: (db) => software.findDeployment(db, 'p', 'd'),
  listDeployments: async (db) => {
    await software.listDeployments(db, 'p', undefined)
    await software.listDeployments(db, 'p', 's')
  },
  insertDeployment: (db) => software.insertDeployment(db, deployment),
  changeDeployment: (db) => software.changeDeployment(db, 'd', { status: 'FAILED' }),
  removeDeployment: (db) => software.removeDeployment(db, 'd'),
})

goldenSql<typeof stacks, HeatTables>(url, 'stacks', {
  findStack: (db) => stacks.findStack(db, 's'),
  findNestedStack: (db) => stacks.findNestedStack(db, 's', 'n'),
  findStackByName: (db) => stacks.findStackByName(db, 'p', 'web'),
  stackOfUsers: (db) => stacks.stackOfUsers(db, 'p'),
  insertStack: (db) => stacks.insertStack(db, stack),
  changeStack: (db) => stacks.changeStack(db, stack, { status: 'COMPLETE', updated_at: now }),
  entrustTree: (db) => stacks.entrustTree(db, 's', { trust_id: 't', trustor_id: 'u' }),
  isTrustUsed: (db) => stacks.isTrustUsed(db, { root_id: 's', trust_id: 't' }),
  keepNestedStack: (db) => stacks.keepNestedStack(db, 's', 'n'),
  keepUserProject: (db) => stacks.keepUserProject(db, 's', 'u'),
  holdStack: (db) => stacks.holdStack(db, 's', 'h'),
  releaseStack: (db) => stacks.releaseStack(db, 's', 'h'),
  childrenOf: (db) => stacks.childrenOf(db, 's'),
  stacksOfTree: (db) => stacks.stacksOfTree(db, 's'),
  countStacks: { finds: [{ count: 1 }], run: (db) => stacks.countStacks(db, ['p']) },
})

const plain = sealingBy(undefined, { isAll: false })

goldenSql<typeof templates, HeatTables>(url, 'templates', {
  insertTemplate: (db) =>
    templates.insertTemplate(db, plain, {
      ...{ id: 'm', stackId: 's', at: now },
      ...{ template: {}, environment: {}, files: {} },
    }),
  findTemplate: (db) => templates.findTemplate(db, plain, 'm'),
  readTemplate: {
    finds: [{ template: '{}', environment: '{}', files: '{}' }],
    run: (db) => templates.readTemplate(db, plain, 'm'),
  },
  forgetTemplates: (db) => templates.forgetTemplates(db, 's', ['m']),
})
