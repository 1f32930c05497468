import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ip, skip } from './guests.ts'

/** A host of the test's own: a namespace with its own interfaces, tables and settings. */
const startHost = async () => {
  const namespace = `host-${randomUUID().slice(0, 8)}`
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-host-'))
  ip('netns', 'add', namespace)
  const enter = ['netns', 'exec', namespace]
  const within = (...command: readonly string[]): string =>
    execFileSync('ip', [...enter, ...command], { encoding: 'utf8', timeout: 10_000 })
  // A new namespace has the setting of the machine.
  execFileSync('ip', [...enter, 'tee', '/proc/sys/net/ipv4/ip_forward'], { input: '0', timeout: 10_000 })
  const program = join(import.meta.dirname, 'change-public-link.ts')
  return {
    within,
    change: (verb: 'open' | 'close', cloud: string): { readonly cidr: string; readonly changed: string[] } =>
      JSON.parse(within(process.execPath, program, verb, cloud, directory)),
    forwarding: () => within('cat', '/proc/sys/net/ipv4/ip_forward').trim(),
    [Symbol.asyncDispose]: async () => {
      ip('netns', 'delete', namespace)
      await rm(directory, { recursive: true })
    },
  }
}

test('a host forwards for the public networks of its clouds, and is restored when the last is closed', {
  skip,
}, async () => {
  await using host = await startHost()
  assert.equal(host.forwarding(), '0')
  const before = [host.within('nft', 'list', 'ruleset'), host.within('ip', 'route')]

  const one = host.change('open', 'one')
  assert.equal(one.cidr, '172.24.4.0/24')
  assert.equal(one.changed.length, 3)
  assert.equal(host.forwarding(), '1')
  assert.match(host.within('ip', 'route'), /172\.24\.4\.0\/24 dev nimbo-/)
  assert.deepEqual(host.change('open', 'one'), one, 'opening the link again changes nothing')

  const other = host.change('open', 'other')
  assert.equal(other.cidr, '172.24.5.0/24', 'each cloud gets its own range')
  assert.deepEqual(host.change('close', 'one').changed, [])
  assert.equal(host.forwarding(), '1', 'forwarding stays on while the other cloud needs it')
  host.change('close', 'other')
  assert.equal(host.forwarding(), '0')
  assert.deepEqual([host.within('nft', 'list', 'ruleset'), host.within('ip', 'route')], before)
  host.change('close', 'other')
})
