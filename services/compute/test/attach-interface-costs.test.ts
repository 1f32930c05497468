import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Port } from '@nimbo/clients/network'
import { newId } from '@nimbo/kernel/ids'
import { type Story, story } from './compute-story.ts'

const networkId = 'e0000000-0000-4000-8000-000000000001'

/** Adds a network on which ports can be created; returns the requests to the network service from now on. */
const watchedNetwork = ({ around, deps }: Story): readonly string[] => {
  around.networks = [
    {
      ...{ id: networkId, name: 'private', mtu: 1450, shared: false, 'router:external': false },
      ...{ project_id: 'project', subnets: [] },
    },
  ]
  const { network } = deps.clients
  const { networks, ports } = network
  const asked: string[] = []
  network.networks = (ctx, filter, fields) => {
    asked.push('networks')
    return networks(ctx, filter, fields)
  }
  network.ports = (ctx, filter, fields) => {
    asked.push('ports')
    return ports(ctx, filter, fields)
  }
  network.createPort = async () => {
    asked.push('create port')
    const port: Port = {
      ...{ id: newId(), name: '', network_id: networkId, project_id: 'project', fixed_ips: [] },
      ...{ mac_address: 'fa:16:3e:00:00:01', security_groups: [], status: 'DOWN', admin_state_up: true },
      ...{ device_id: '', device_owner: '' },
    }
    return port
  }
  return asked
}

test(
  'attaching an interface by its network takes four requests to the network service',
  story(async (it) => {
    const { id } = await it.addServer()
    const asked = watchedNetwork(it)
    const body = { interfaceAttachment: { net_id: networkId } }
    const { status } = await it.send('POST', `/servers/${id}/os-interface`, { body })
    assert.equal(status, 200)
    // The first list of ports is for cleanup, should the process die and leave the new port; the second reads its resource request.
    assert.deepEqual(asked, ['networks', 'ports', 'create port', 'ports'])
  }),
)
