import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namespacesBy } from './namespaces.ts'

/** A host that knows the namespaces it was told to create, and whether their loopback device is up. */
const emptyHost = () => {
  const spaces = new Map<string, readonly string[]>()
  return namespacesBy(async (command) => {
    const line = command.join(' ')
    if (line === 'ip netns list') return [...spaces.keys()].map((name) => `${name} (id: 0)\n`).join('')
    const [, added] = /^ip netns add (\S+)$/.exec(line) ?? []
    if (added !== undefined) spaces.set(added, ['LOOPBACK'])
    const [, raised] = /^ip -n (\S+) link set dev lo up$/.exec(line) ?? []
    if (raised !== undefined) spaces.set(raised, ['LOOPBACK', 'UP'])
    const [, asked = ''] = /^ip -j -n (\S+) link show dev lo$/.exec(line) ?? []
    return JSON.stringify([{ ifname: 'lo', flags: spaces.get(asked) }])
  })
}

test('a namespace whose set-up was interrupted is set up by the next call, and then left alone', async () => {
  const spaces = emptyHost()
  const begun: string[] = []
  const begin = async (namespace: string): Promise<void> => {
    begun.push(namespace)
    if (begun.length === 1) throw new Error('the agent is killed')
  }
  await assert.rejects(spaces.ensure('qrouter-1', begin), /killed/)
  await spaces.ensure('qrouter-1', begin)
  await spaces.ensure('qrouter-1', begin)
  assert.deepEqual(begun, ['qrouter-1', 'qrouter-1'])
})
