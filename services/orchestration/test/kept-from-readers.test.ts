import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Kysely } from 'kysely'
import { migrations } from '../src/db/migrations.ts'
import type { HeatTables } from '../src/db/tables.ts'
import { outputTemplate, type Stacks, stacksOf } from './stacks-story.ts'

/** What the database alone must not reveal. The embedded cloud uses database files, which are what an attacker could read. */
let cloud: TestCloud
let stacks: Stacks
let db: Kysely<HeatTables>

before(async () => {
  cloud = await startTestCloud({
    environment: { OS_DEFAULT__ENCRYPT_PARAMETERS_AND_PROPERTIES: 'true' },
  })
  stacks = stacksOf(() => cloud.admin)
  db = await openDatabase<HeatTables>(`sqlite:${cloud.directory}/databases/heat.db`, migrations)
})
after(async () => {
  await db.destroy()
  await cloud[Symbol.asyncDispose]()
})

const secret = 'correct horse battery'

const template = {
  ...outputTemplate(
    {
      member: { type: 'OS::Heat::TestResource', properties: { value: { get_param: 'word' } } },
      group: {
        type: 'OS::Heat::ResourceGroup',
        properties: {
          count: 1,
          resource_def: { type: 'OS::Heat::TestResource', properties: { value: { get_param: 'word' } } },
        },
      },
      handle: { type: 'OS::Heat::WaitConditionHandle', properties: { signal_transport: 'HEAT_SIGNAL' } },
      script: { type: 'OS::Heat::SoftwareConfig', properties: { config: '#!/bin/sh' } },
      server: { type: 'OS::Heat::DeployedServer' },
      deployed: {
        type: 'OS::Heat::SoftwareDeployment',
        properties: {
          ...{ config: { get_resource: 'script' }, server: { get_resource: 'server' } },
          ...{ signal_transport: 'HEAT_SIGNAL', input_values: { word: { get_param: 'word' } } },
          actions: ['SUSPEND'],
        },
      },
    },
    {
      said: { get_attr: ['member', 'output'] },
      all: { get_attr: ['group', 'output'] },
      signal: { get_attr: ['handle', 'signal'] },
      collecting: { get_attr: ['server', 'os_collect_config'] },
    },
  ),
  parameters: { word: { type: 'string', hidden: true } },
}

/** All stored data of stacks. */
const everything = async (): Promise<string> =>
  JSON.stringify([
    await db.selectFrom('stacks').selectAll().execute(),
    await db.selectFrom('templates').selectAll().execute(),
    await db.selectFrom('resources').selectAll().execute(),
    await db.selectFrom('events').selectAll().execute(),
    await db.selectFrom('software_configs').selectAll().execute(),
    await db.selectFrom('software_deployments').selectAll().execute(),
    await db.selectFrom('flows').selectAll().execute(),
  ])

test('the database has parameters, properties and passwords of stacks only encrypted, and updates use them', async () => {
  const place = await stacks.create('kept', template, { parameters: { word: secret } })
  const { said, all, signal, collecting } = await stacks.outputs(place)
  assert.deepEqual([said, all], [secret, [secret]])
  const { password } = JSON.parse(String(signal))
  const key = JSON.parse(JSON.stringify(collecting)).cfn.secret_access_key
  assert.ok(password.length > 20 && key.length > 20)
  const { stack } = (await stacks.door.get(stacks.path(place))).body
  assert.equal(stack.parameters.word, '******')

  const kept = await everything()
  for (const told of [secret, password, key]) assert.ok(!kept.includes(told), told)

  // The template stays and a parameter changes, so the previous values must be decrypted.
  const changed = await stacks.door.patch(stacks.path(place), {
    existing: true,
    parameters: { word: 'other' },
  })
  assert.equal(changed.status, 202, JSON.stringify(changed.body))
  assert.equal((await stacks.outputs(place)).said, 'other')
  const { body } = await stacks.door.get(stacks.path(`${place}/resources/member/events`))
  const events = body.events.map(({ id }: { readonly id: string }) => id)
  const shown = await stacks.door.get(stacks.path(`${place}/resources/member/events/${events.at(-1)}`))
  assert.equal(shown.body.event.resource_properties.value, 'other')
  await stacks.drop(place)
})
