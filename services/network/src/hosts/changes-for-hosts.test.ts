import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { changesForHosts } from './changes-for-hosts.ts'

const setUp = (serveAnew: (ids: readonly string[]) => Promise<void>) => {
  const timers = new Map<number, Set<() => void>>()
  const refiltered: (readonly string[])[] = []
  const warnings: string[] = []
  const changes = changesForHosts({
    clock: {
      now: () => 0,
      after: (ms, callback) => {
        const due = timers.get(ms) ?? new Set()
        timers.set(ms, due.add(callback))
        return () => void due.delete(callback)
      },
    },
    log: { ...silentLog, warn: (_fields: unknown, text: string) => void warnings.push(text) },
    notifyMembers: async (ids) => void refiltered.push(ids),
    serveAnew,
  })
  const ring = (ms: number): void => {
    for (const callback of timers.get(ms) ?? []) callback()
  }
  return { changes, refiltered, warnings, ring }
}

test('DHCP changes of a network reach the hosts as one, before changes of security group members', async () => {
  const served: (readonly string[])[] = []
  const { changes, refiltered, ring } = setUp(async (ids) => void served.push(ids))
  for (const id of ['one', 'two', 'one', 'one']) changes.dhcpChanged([id])
  changes.membersChanged(['group'])
  assert.deepEqual(served, [])
  ring(100)
  await Promise.resolve()
  assert.deepEqual([served, refiltered], [[['one', 'two']], []])
  changes.dhcpChanged(['one'])
  await changes.settle()
  assert.deepEqual([served, refiltered], [[['one', 'two'], ['one']], [['group']]])
})

test('a change that cannot be sent to hosts is logged, and later changes are still sent', async () => {
  const served: string[] = []
  let reachable = false
  const { changes, warnings } = setUp(async (ids) => {
    if (!reachable) throw new Error('the broker is away')
    served.push(...ids)
  })
  changes.dhcpChanged(['one'])
  await changes.settle()
  reachable = true
  changes.dhcpChanged(['two'])
  await changes.settle()
  assert.deepEqual([warnings, served], [['hosts could not be told of new ports to serve'], ['two']])
})
