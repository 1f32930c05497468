import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import { migrations } from '@nimbo/orchestration/db/migrations'
import type { HeatTables } from '@nimbo/orchestration/db/tables'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Kysely } from 'kysely'

/** Inconsistencies of stacks, made by hand in the database: which kind the audit reports, and what its repair does. */
let cloud: TestCloud
let db: Kysely<HeatTables>

before(async () => {
  cloud = await startTestCloud()
  db = await openDatabase<HeatTables>(`sqlite:${cloud.directory}/databases/heat.db`, migrations)
})
after(async () => {
  await db.destroy()
  await cloud[Symbol.asyncDispose]()
})

const root = (): string => {
  const { orchestration, projectId } = cloud.admin
  return orchestration.url.includes(projectId) ? '' : `/v1/${projectId}`
}

const becomes = (path: string, wanted: string): Promise<void> =>
  eventually(async () => {
    const { body } = await cloud.admin.orchestration.get(path)
    assert.equal(body.stack.stack_status, wanted, body.stack.stack_status_reason)
  })

const make = async (name: string): Promise<{ readonly id: string; readonly path: string }> => {
  const { status, body } = await cloud.admin.orchestration.post(`${root()}/stacks`, {
    stack_name: name,
    template: {
      heat_template_version: '2021-04-16',
      resources: {
        net: { type: 'OS::Neutron::Net', properties: { name } },
        group: {
          type: 'OS::Heat::ResourceGroup',
          properties: { count: 1, resource_def: { type: 'OS::Heat::None' } },
        },
      },
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const path = `${root()}/stacks/${name}/${body.stack.id}`
  await becomes(path, 'CREATE_COMPLETE')
  return { id: body.stack.id, path }
}

const auditUrl = (): string => `${cloud.url}/heat-api/v1/nimbo-audit`

const ask = async (repair: boolean) => {
  const headers = { 'x-auth-token': cloud.admin.token, 'content-type': 'application/json' }
  const body = JSON.stringify({ repair: true, grace: 0 })
  const reply = await (repair
    ? fetch(auditUrl(), { method: 'POST', headers, body })
    : fetch(`${auditUrl()}?grace=0`, { headers }))
  const text = await reply.text()
  assert.equal(reply.status, 200, text)
  return JSON.parse(text).audit
}

const kinds = async (): Promise<readonly string[]> => {
  const { findings, not_audited } = await ask(false)
  assert.deepEqual(not_audited, [])
  return findings.map(({ kind }: { kind: string }) => kind).sort()
}

const repairAll = async (): Promise<void> => {
  const { findings } = await ask(true)
  for (const { kind, repaired, failure } of findings) assert.ok(repaired, `${kind}: ${failure}`)
}

test('the audit counts stacks, resources and trusts, and finds nothing in consistent stacks', async () => {
  const { path } = await make('tidy')
  await cloud.settled()
  assert.deepEqual(await kinds(), [])
  const { looked_at } = await ask(false)
  assert.deepEqual(looked_at, { stacks: 2, 'stack resources': 3, trusts: 1 })
  assert.equal((await cloud.admin.orchestration.delete(path)).status, 204)
  await becomes(path, 'DELETE_COMPLETE')
  await cloud.settled()
  assert.deepEqual((await ask(false)).looked_at, { stacks: 0, 'stack resources': 0, trusts: 0 })
})

test('the repair continues the deletion of a stack that no process works on', async () => {
  const { id, path } = await make('adrift')
  await cloud.settled()
  await db
    .updateTable('stacks')
    .set({ action: 'DELETE', status: 'IN_PROGRESS', traversal: 'lost', holder: 'gone' })
    .where('id', '=', id)
    .execute()
  assert.deepEqual(await kinds(), ['stack-without-flow'])
  await repairAll()
  await becomes(path, 'DELETE_COMPLETE')
  await cloud.settled()
  assert.deepEqual(await kinds(), [])
})

test('the audit finds resources and child stacks of a deleted stack, and the repair removes them', async () => {
  const { id } = await make('gone')
  await cloud.settled()
  const at = new Date().toISOString()
  await db.updateTable('stacks').set({ deleted_at: at, living_name: null }).where('id', '=', id).execute()
  const left = ['resource-of-gone-stack', 'resource-of-gone-stack', 'stack-without-parent']
  assert.deepEqual(await kinds(), left)
  await repairAll()
  await cloud.settled()
  // The trust has ended with the nested stack, the last one that needed it.
  assert.deepEqual(await kinds(), [])
})

test('the audit finds the trust of stacks that are gone, and the repair ends it', async () => {
  const { id } = await make('lost')
  await cloud.settled()
  const at = new Date().toISOString()
  const all = db.updateTable('stacks').set({ deleted_at: at, living_name: null }).where('root_id', '=', id)
  await all.execute()
  assert.ok((await kinds()).includes('trust-without-stack'))
  await repairAll()
  assert.deepEqual(await kinds(), [])
})

test('the audit leaves a nested stack alone that its parent kept, and its owner can still delete it', async () => {
  const { orchestration, network } = cloud.admin
  const nets = async () => (await network.get('/v2.0/networks?name=kept')).body.networks.length
  const member = { type: 'OS::Neutron::Net', properties: { name: 'kept' } }
  const group = {
    type: 'OS::Heat::ResourceGroup',
    deletion_policy: 'retain',
    properties: { count: 1, resource_def: member },
  }
  const template = { heat_template_version: '2021-04-16', resources: { group } }
  const { body } = await orchestration.post(`${root()}/stacks`, { stack_name: 'keeps', template })
  const parent = `${root()}/stacks/keeps/${body.stack.id}`
  await becomes(parent, 'CREATE_COMPLETE')
  const { resource } = (await orchestration.get(`${parent}/resources/group`)).body
  assert.equal((await orchestration.delete(parent)).status, 204)
  await becomes(parent, 'DELETE_COMPLETE')
  await cloud.settled()
  assert.deepEqual(await kinds(), [])
  await repairAll()
  await cloud.settled()
  assert.equal(await nets(), 1)
  const { stack } = (await orchestration.get(`${root()}/stacks/${resource.physical_resource_id}`)).body
  const kept = `${root()}/stacks/${stack.stack_name}/${stack.id}`
  assert.equal((await orchestration.delete(kept)).status, 204)
  await becomes(kept, 'DELETE_COMPLETE')
  assert.equal(await nets(), 0)
  await cloud.settled()
  assert.deepEqual((await ask(false)).looked_at, { stacks: 0, 'stack resources': 0, trusts: 0 })
})

test('the repair marks a resource in progress as failed if its stack is not in progress', async () => {
  const { id, path } = await make('resting')
  await cloud.settled()
  await db
    .updateTable('resources')
    .set({ action: 'UPDATE', status: 'IN_PROGRESS' })
    .where('stack_id', '=', id)
    .where('name', '=', 'net')
    .execute()
  assert.deepEqual(await kinds(), ['resource-at-work-for-nobody'])
  await repairAll()
  const { body } = await cloud.admin.orchestration.get(`${path}/resources/net`)
  assert.equal(body.resource.resource_status, 'UPDATE_FAILED')
  assert.deepEqual(await kinds(), [])
})

test('only admins may run the audit of stacks', async () => {
  const ada = await cloud.person('ada')
  const headers = { 'x-auth-token': ada.token }
  assert.equal((await fetch(auditUrl(), { headers })).status, 403)
  const { token } = cloud.admin
  assert.equal((await fetch(`${auditUrl()}?grace=soon`, { headers: { 'x-auth-token': token } })).status, 400)
})
