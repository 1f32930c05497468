import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { systemClock } from '@nimbo/kernel/clock'
import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { testDatabases } from '@nimbo/testkit/test-databases'
import { loadConfig } from '@nimbo/config/load-config'
import { commands } from '../src/manage/fernet.ts'
import { startIdentityStory } from './identity-story.ts'

type Managed = Parameters<ServiceCommand['run']>[1]

/** Identity in that directory, as an operator manages it. */
const managedIn = (home: string): Managed => ({
  read: (options) => loadConfig({ files: [], env: {}, options }),
  databases: () => ({ ...testDatabases(home), clock: systemClock, log: silentLog }),
  databaseAddress: () => '',
  directory: async (name) => join(home, name),
  stateDir: undefined,
  usualStateDir: home,
  asOperator: () => Promise.reject(new Error('the API is asked nothing')),
})

const given = { text: () => undefined, flag: () => false, words: [] }

const run = async (name: string, home: string): Promise<string> => {
  const said: string[] = []
  const command = commands.find((one) => one.name === name)
  assert.equal(await command?.run(given, managedIn(home), (text) => said.push(text)), 0)
  return said.join('')
}

test('credentials are read through any number of rotations, of which each waits until all are sealed anew', async () => {
  await using story = await startIdentityStory()
  const { user, token } = await story.member('ann')
  const json = { credential: { user_id: user.id, type: 'cert', blob: 'still-there' } }
  const made = await story.send('POST', '/v3/credentials', { token, json })
  const blob = async () =>
    (await story.asAdmin('GET', `/v3/credentials/${made.body.credential.id}`)).credential.blob
  for (const _ of [1, 2, 3, 4]) {
    await run('credential rotate', story.home)
    assert.equal(await blob(), 'still-there')
    await assert.rejects(
      run('credential rotate', story.home),
      (error: Error) =>
        error instanceof UserError && /^1 credentials are sealed by an older key/.test(error.message),
    )
    assert.equal(await run('credential migrate', story.home), '1 credentials have been sealed anew.\n')
    assert.equal(await blob(), 'still-there')
  }
  assert.equal(await run('credential migrate', story.home), '0 credentials have been sealed anew.\n')
})

test('keys are set up where there are none, and rotated', async () => {
  await using story = await startIdentityStory()
  for (const kind of ['fernet', 'receipt', 'credential'])
    assert.equal(
      await run(`${kind} setup`, story.home),
      `There are keys in ${join(story.home, `${kind}-keys`)}.\n`,
    )
  assert.match(await run('receipt rotate', story.home), /have been rotated/)
})
