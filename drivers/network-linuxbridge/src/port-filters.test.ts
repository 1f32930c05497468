import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FilterRule, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { portFilters } from './port-filters.ts'

const table = 'nimbo_00000000'

/** A host without any filter, whose `nft` can be made to fail. */
const host = () => {
  const scripts: string[] = []
  let fails = false
  const run = async (command: readonly string[], script = ''): Promise<string> => {
    if (command.includes('-j')) return JSON.stringify({ nftables: [] })
    if (!command.includes('-f')) return ''
    if (fails) throw new Error('nft takes too long')
    scripts.push(script)
    return ''
  }
  const failing = (now: boolean): void => {
    fails = now
  }
  return { run, scripts, failing }
}

const ssh: FilterRule = {
  ...{ direction: 'ingress', version: 4, protocol: 6, portMin: 22, portMax: 22, prefixes: null, group: 'g' },
}

const portWith = (rules: FilterRule[]): WiredPort => ({
  ...{ id: '11111111-2222-4333-8444-555555555555', device: 'tap11111111-22', mac: 'fa:16:3e:00:00:01' },
  ...{ addresses: ['10.0.0.5'], allowedPairs: [], adminStateUp: true, filtered: true, rules, groups: ['g'] },
  network: {
    ...{ id: 'n', bridge: 'brqn', mtu: 1450, type: 'local', physicalNetwork: null, segmentationId: null },
  },
})

/** The element of a map that has packets of a port's established connections matched against its rules again. */
const ending = /add element inet nimbo_00000000 changed_4 \{ "brqn" \. 10\.0\.0\.5/

test('a rule that is taken away ends its connections, also if that fails at first', async () => {
  const { run, scripts, failing } = host()
  const filters = await portFilters(run, table)
  await filters.put([portWith([ssh])])
  failing(true)
  await assert.rejects(filters.put([portWith([])]), /too long/)
  failing(false)
  await filters.put([portWith([])])
  assert.match(scripts.at(-1) ?? '', ending)
})

test('a rule that is taken away from a group ends connections of its ports, also if that fails at first', async () => {
  const { run, scripts, failing } = host()
  const filters = await portFilters(run, table)
  await filters.put([portWith([ssh])])
  failing(true)
  await assert.rejects(filters.setRules([{ id: 'g', rules: [] }]), /too long/)
  failing(false)
  await filters.setRules([{ id: 'g', rules: [] }])
  assert.match(scripts.at(-1) ?? '', ending)
})

test('a member that leaves a group loses its connections, also if that fails at first', async () => {
  const { run, scripts, failing } = host()
  const filters = await portFilters(run, table)
  const fromPeers: FilterRule = { ...ssh, remoteGroup: 'peers', prefixes: ['10.0.0.8', '10.0.0.9'] }
  await filters.put([portWith([fromPeers])])
  const left = [{ groupId: 'peers', prefixes: { 4: ['10.0.0.8'], 6: [] } }]
  failing(true)
  await assert.rejects(filters.letIn(left), /too long/)
  failing(false)
  await filters.letIn(left)
  assert.match(scripts.at(-1) ?? '', ending)
  assert.match(scripts.at(-1) ?? '', /add element bridge nimbo_00000000 members_peers_4 \{ 10\.0\.0\.8 \}/)
})
