import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { knownMembers } from './known-members.ts'
import { preparedNetworks } from './networks/prepared-networks.ts'
import { pendingChanges } from './pending-changes.ts'
import { shortId } from './sync-parts.ts'
import { syncPorts } from './sync-ports.ts'

const portOf = (id: string, active?: boolean): WiredPort => ({
  ...{ id, device: `tap${id}`, mac: 'fa:16:3e:00:00:01', addresses: [], allowedPairs: [] },
  ...{ adminStateUp: true, filtered: false, rules: [] },
  network: { id: 'net', bridge: 'brq', mtu: 1500, type: 'flat', physicalNetwork: null, segmentationId: null },
  ...(active === undefined ? {} : { active }),
})

/**
 * A host with filters for the `found` ports and devices for the `present` ones, and a server that wants all of `wanted` and records
 * reports in `told`.
 */
const roundWith = (
  wanted: readonly WiredPort[],
  present: readonly string[],
  found: readonly string[] = wanted.map(({ id }) => id),
) => {
  const told: string[] = []
  const unwired: string[] = []
  const asks: string[] = []
  let refusals = 0
  const pending = pendingChanges()
  const tell = (word: string) =>
    Object.assign(
      async (_ctx: object, { portIds }: { readonly portIds: readonly string[] }) => {
        for (const id of portIds) told.push(`${id} ${word}`)
        return {}
      },
      { fanout: async () => {} },
    )
  const asked = Object.assign(
    async () => {
      asks.push('ports')
      return { ports: [...wanted] }
    },
    { fanout: async () => {} },
  )
  const refused = Object.assign(() => Promise.reject(new Error('not asked here')), {
    fanout: async () => {},
  })
  const run = () =>
    syncPorts({
      ...{
        host: 'host',
        pending,
        log: silentLog,
        lately: new Set(),
        members: knownMembers(),
        wired: new Map(),
        prepared: preparedNetworks(systemClock),
      },
      plugin: {
        ...{ ports: asked, portsOf: asked, devicesUp: tell('up'), devicesDown: tell('down') },
        ...{ reportState: refused, dhcp: refused, dhcpOf: refused, guestAt: refused, rulesOf: refused },
      },
      network: {
        wires: { ensureNetwork: async () => {}, networks: async () => [], removeNetwork: async () => {} },
        ports: {
          wirePorts: async (ports) => new Set(ports.map(({ id }) => id).filter((id) => present.includes(id))),
          letIn: async () => {},
          unwirePort: async (id) => {
            refusals -= 1
            if (refusals >= 0) throw new Error('not now')
            unwired.push(id)
          },
          ports: async () => found.map(shortId),
          watchDevices: () => async () => {},
        },
        dhcp: {
          ensureDhcp: async () => {},
          removeDhcp: async () => {},
          served: async () => [],
          openMetadata: async () => [],
        },
        close: async () => {},
      },
    })
  const refuse = (times: number) => {
    refusals = times
  }
  return { told, asks, unwired, pending, run, refuse }
}

test('a full sync reports only the ports whose status differs from the one the server sent', async () => {
  const wanted = [
    portOf('up', true),
    portOf('rising', false),
    portOf('fallen', true),
    portOf('absent', false),
  ]
  const { told, pending, run } = roundWith(wanted, ['up', 'rising'])
  pending.everything()
  await run()
  assert.deepEqual(told.toSorted(), ['fallen down', 'rising up'])
})

test('every port is reported to a server that sends no status of its ports', async () => {
  const { told, pending, run } = roundWith([portOf('here'), portOf('gone')], ['here'])
  for (const id of ['here', 'gone']) pending.port(id, internalContext())
  await run()
  assert.deepEqual(told.toSorted(), ['gone down', 'here up'])
})

test('a deleted port is unwired without asking the server, and tried again after a failure', async () => {
  const { told, asks, unwired, pending, run, refuse } = roundWith([], [])
  pending.port('deleted', internalContext())
  pending.awaitDevice('tapdeleted', 'deleted', internalContext())
  pending.gone('deleted')
  refuse(1)
  await run()
  assert.deepEqual(unwired, [])
  await run()
  await run()
  assert.deepEqual(unwired, ['deleted'])
  assert.deepEqual([...asks, ...told], [])
  assert.equal(pending.deviceAppeared('tapdeleted'), false)
})

test('a port that cannot be unwired does not stop a full sync, and is tried again', async () => {
  const { unwired, pending, run, refuse } = roundWith([], [], ['stuck', 'left'])
  pending.everything()
  refuse(1)
  await run()
  assert.deepEqual(unwired, ['left'])
  await run()
  assert.deepEqual(unwired, ['left', 'stuck'])
})
