/** Runs in a network namespace whose bridges do not call iptables by default, as on a host configured so by its operator. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { ip, skip } from './guests.ts'

const setting = '/proc/sys/net/bridge/bridge-nf-call-iptables'

test('bridge-nf-call-iptables is turned on for the bridges of the cloud, not for others on the host', {
  skip,
}, (t) => {
  const namespace = `host-${randomUUID().slice(0, 8)}`
  ip('netns', 'add', namespace)
  t.after(() => ip('netns', 'delete', namespace))
  const within = (...command: string[]): string =>
    execFileSync('ip', ['netns', 'exec', namespace, ...command], { encoding: 'utf8', timeout: 60_000 })
  within('sh', '-c', `echo 0 > ${setting}`)
  within('ip', 'link', 'add', 'name', 'theirs', 'type', 'bridge')

  const program = join(import.meta.dirname, 'filtered-guests.ts')
  const { withRule, withoutRule, hooks } = JSON.parse(within(process.execPath, program))

  assert.deepEqual({ withRule, withoutRule }, { withRule: true, withoutRule: false })
  assert.deepEqual(hooks, { ours: '1', theirs: '0' })
  assert.equal(within('cat', setting).trim(), '0')
})
