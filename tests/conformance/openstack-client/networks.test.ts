import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'

inEachShape('openstack network', { skip: openstackClientMissing }, (cloud) => {
  let openstack: OpenstackClient
  before(async () => {
    openstack = openstackClient(await clientEnvironment(cloud()))
  })

  it('creates a network', async () => {
    const network = await openstack.json('network', 'create', 'private')
    assert.equal(network.name, 'private')
    assert.equal(network.status, 'ACTIVE')
    assert.equal(network.admin_state_up, true)
    assert.deepEqual(network.subnets, [])
  })

  it('creates a subnet in it, with a gateway and a pool', async () => {
    const words = ['--network', 'private', '--subnet-range', '192.168.7.0/24', '--dns-nameserver', '9.9.9.9']
    const subnet = await openstack.json('subnet', 'create', ...words, 'private-v4')
    assert.equal(subnet.cidr, '192.168.7.0/24')
    assert.equal(subnet.gateway_ip, '192.168.7.1')
    assert.equal(subnet.enable_dhcp, true)
    assert.deepEqual(subnet.dns_nameservers, ['9.9.9.9'])
    assert.deepEqual(subnet.allocation_pools, [{ start: '192.168.7.2', end: '192.168.7.254' }])
  })

  it('creates a security group with a rule for ssh', async () => {
    await openstack.run('security', 'group', 'create', 'ssh')
    const words = ['--protocol', 'tcp', '--dst-port', '22', '--remote-ip', '0.0.0.0/0', 'ssh']
    const rule = await openstack.json('security', 'group', 'rule', 'create', ...words)
    assert.equal(rule.protocol, 'tcp')
    assert.equal(rule.direction, 'ingress')
    assert.deepEqual([rule.port_range_min, rule.port_range_max], [22, 22])
    assert.equal(rule.remote_ip_prefix, '0.0.0.0/0')
  })
})
