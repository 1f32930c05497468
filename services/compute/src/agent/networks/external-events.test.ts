import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import { powerStates } from '../../driver/hypervisor.ts'
import { externalEvents } from './external-events.ts'
import { sampleHostedServer } from '../hosted-server.testing.ts'
import { portEvents } from './port-events.ts'
import { serverTurns } from '../server-turns.ts'

/** A host that has one server; records the servers and power states that it reports to the conductor. */
const hostWith = (server: ReturnType<typeof sampleHostedServer>) => {
  const shown: ServerId[] = []
  const powers: number[] = []
  const [here] = fakeHypervisor().hypervisors
  assert.ok(here)
  const tell = externalEvents({
    hypervisor: here.driver,
    ...{ host: server.host ?? '', log: silentLog, events: portEvents(systemClock), turns: serverTurns() },
    conductor: {
      getServer: async (_ctx, { serverId }) => (serverId === server.id ? { server } : {}),
      interfacesChanged: Object.assign(
        async (_ctx: Context, { serverId }: { readonly serverId: ServerId }) => void shown.push(serverId),
        { fanout: async () => {} },
      ),
      powerStateChanged: Object.assign(
        async (_ctx: Context, { powerState }: { readonly powerState: number }) =>
          void powers.push(powerState),
        { fanout: async () => {} },
      ),
    },
    network: { floatingIps: async () => [], ports: async () => [], networks: async () => [] },
    placement: { changeClaim: async () => true },
    loseDevice: async () => {},
  })
  return { tell, shown, powers }
}

describe('a host that gets external events', () => {
  it('ignores the event of a deleted server and handles those of other servers', async () => {
    const server = sampleHostedServer({ vmState: 'active' })
    const { tell, shown } = hostWith(server)
    const gone = { name: 'network-vif-deleted', serverId: newId<ServerId>(), status: 'completed' }
    await tell(internalContext(), [gone, { ...gone, serverId: server.id }])
    assert.deepEqual(shown, [server.id])
  })

  it('asks the hypervisor for the power state on power-update, and reports it to the conductor', async () => {
    const server = sampleHostedServer({ vmState: 'active' })
    const { tell, powers } = hostWith(server)
    const event = { name: 'power-update', status: 'completed', tag: 'POWER_OFF' }
    await tell(internalContext(), [{ ...event, serverId: server.id }])
    await tell(internalContext(), [{ ...event, serverId: newId<ServerId>() }])
    assert.deepEqual(powers, [powerStates.noState])
  })
})
