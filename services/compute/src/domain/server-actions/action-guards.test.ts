import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleOutput } from '@nimbo/contracts/compute/actions/console-output'
import { hardReboot, reboot } from '@nimbo/contracts/compute/actions/reboot'
import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import { start } from '@nimbo/contracts/compute/actions/start'
import { stop } from '@nimbo/contracts/compute/actions/stop'
import { requireAllowed } from './action-guards.ts'
import { sampleServer } from '../servers/server.testing.ts'

test('an action in the wrong state is refused with the message that clients match', () => {
  const server = sampleServer({ vmState: 'stopped' })
  assert.throws(() => requireAllowed(stop, server, false), {
    code: 'WrongState',
    message: `Cannot 'stop' instance ${server.id} while it is in vm_state stopped`,
  })
  const busy = sampleServer({ taskState: 'pausing' })
  assert.throws(() => requireAllowed(stop, busy, false), {
    message: `Cannot 'stop' instance ${busy.id} while it is in task_state pausing`,
  })
})

test('a locked server refuses actions of its owner, but not those of an admin or ones that ignore the lock', () => {
  const server = sampleServer({ locked: true })
  assert.throws(() => requireAllowed(stop, server, false), { code: 'ServerLocked' })
  requireAllowed(stop, server, true)
  requireAllowed(consoleOutput, server, false)
})

test('a server during a soft reboot can still be rebooted hard', () => {
  const server = sampleServer({ taskState: 'rebooting' })
  assert.throws(() => requireAllowed(reboot, server, false), { code: 'WrongState' })
  requireAllowed({ ...reboot, ...hardReboot }, server, false)
})

test('a server that never ran, or has no host, cannot be started', () => {
  const server = sampleServer({ vmState: 'stopped', launchedAt: null })
  assert.throws(() => requireAllowed(start, server, false), { code: 'WrongState' })
  assert.throws(() => requireAllowed(start, sampleServer({ vmState: 'stopped', host: null }), false), {
    code: 'ServerNotReady',
  })
})

test('a server whose TPM has a secret of its user is not migrated live, others with a TPM are', () => {
  const withSecretOf = (security: string | undefined) => {
    const extraSpecs = { 'hw:tpm_version': '2.0', ...(security && { 'hw:tpm_secret_security': security }) }
    return sampleServer({ host: 'a', flavor: { ...sampleServer().flavor, extraSpecs } })
  }
  for (const security of [undefined, 'deployment', 'host'])
    requireAllowed(liveMigrate, withSecretOf(security), true)
  const server = withSecretOf('user')
  assert.throws(() => requireAllowed(liveMigrate, server, true), {
    code: 'OperationNotSupportedForVTPM',
    message: `Operation 'live-migration' not supported for vTPM-enabled instance (${server.id}).`,
  })
})
