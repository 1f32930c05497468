import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { json } from '@nimbo/http/reply'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { commonOptions } from '@nimbo/service/common-options'
import { placement } from '@nimbo/placement/service'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import type { CloudRole } from '../cloud-role.ts'
import type { Settings } from '../settings.ts'
import { runRoles } from './run-roles.ts'

const settingsWith =
  (env: Readonly<Record<string, string>>): Settings =>
  (_, options) =>
    loadConfig({
      files: [],
      env: { OS_DEFAULT__TRANSPORT_URL: 'fake:', ...env },
      options,
      referable: commonOptions,
    })
const settings = settingsWith({})

/** A role that does nothing until it is stopped. */
const idleRole = (name: string, stop: () => Promise<void>): CloudRole => ({
  name,
  service: placement,
  kind: 'worker',
  listens: undefined,
  mount: undefined,
  byRequest: false,
  facesGuests: false,
  onComputeHosts: false,
  binding: () => undefined,
  processes: () => 1,
  start: async () => ({ begin: async () => {}, settled: async () => {}, stop }),
})

test('a role that fails to stop does not keep the others from stopping', async () => {
  const stopped: string[] = []
  const roles = [
    idleRole('first', async () => void stopped.push('first')),
    idleRole('second', async () => {
      throw new Error('the broker is gone')
    }),
  ]
  const running = await runRoles(roles, {
    services: [placement],
    settings,
    clock: systemClock,
    log: silentLog,
  })
  await assert.rejects(running.stop(), AggregateError)
  assert.deepEqual(stopped, ['first'])
})

test('with graceful_shutdown_timeout = 0, requests in progress have all the time that they need', async () => {
  const [inside, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [port, idle] = [await freePort(), idleRole('slow', async () => {})]
  const slow: CloudRole = {
    ...idle,
    kind: 'api',
    binding: () => ({ host: '127.0.0.1', port, workers: 1 }),
    start: async (...asked) => ({
      ...(await idle.start(...asked)),
      api: async () => {
        inside.resolve()
        await release.promise
        return json(200, 'done')
      },
    }),
  }
  const running = await runRoles([slow], {
    services: [placement],
    settings: settingsWith({ OS_DEFAULT__GRACEFUL_SHUTDOWN_TIMEOUT: '0' }),
    clock: systemClock,
    log: silentLog,
  })
  const url = `http://127.0.0.1:${port}/`
  const reply = fetch(url).then(({ status }) => status)
  await inside.promise
  const stopped = running.stop()
  await eventually(() => assert.rejects(fetch(url)))
  release.resolve()
  assert.equal(await reply, 200)
  await stopped
})
