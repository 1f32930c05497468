import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { commonOptions } from '@nimbo/service/common-options'
import { placement } from '@nimbo/placement/service'
import type { CloudRole } from '../cloud-role.ts'
import type { Settings } from '../settings.ts'
import { runRoles } from './run-roles.ts'

const settings: Settings = (_, options) =>
  loadConfig({
    files: [],
    env: { OS_DEFAULT__TRANSPORT_URL: 'fake:' },
    options,
    referable: commonOptions,
  })

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
