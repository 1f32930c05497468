import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { offerServers, type Starters } from './offer-servers.ts'

const asking = fileURLToPath(new URL('./asking.testing.ts', import.meta.url))

/** Requests these servers from another process, as a test file does; returns their addresses, or the reasons for refusal. */
const ask = async (
  environment: Readonly<Record<string, string>>,
  ...servers: readonly string[]
): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [asking, ...servers], {
    env: { ...process.env, ...environment },
    timeout: 60_000,
  })
  return JSON.parse(stdout)
}

test('a shared server is started once, at its first request, and stopped at the end of the run', async () => {
  const story: string[] = []
  const starter = (name: string) => async () => {
    story.push(`start ${name}`)
    return { address: `at ${name}`, stop: async () => void story.push(`stop ${name}`) }
  }
  const starters: Starters = {
    postgresql: starter('postgresql'),
    rabbitmq: starter('rabbitmq'),
    libvirtd: async () => {
      throw new Error('it needs root')
    },
  }
  {
    await using servers = await offerServers(starters)
    assert.deepEqual(story, [])
    assert.deepEqual(await ask(servers.environment, 'postgresql', 'postgresql', 'libvirtd'), [
      'at postgresql',
      'at postgresql',
      'the run has no libvirtd: it needs root',
    ])
    assert.deepEqual(await ask(servers.environment, 'postgresql'), ['at postgresql'])
    assert.deepEqual(story, ['start postgresql'])
  }
  assert.deepEqual(story, ['start postgresql', 'stop postgresql'])
})

test('a test file run without nimbo test gets no shared server', async () => {
  assert.deepEqual(await ask({ NIMBO_TEST_SERVERS: '' }, 'postgresql'), ['none'])
})
