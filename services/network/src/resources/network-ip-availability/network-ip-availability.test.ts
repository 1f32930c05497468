import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, startTestNetwork } from '../../../test/test-network.ts'

test('administrators see how many addresses of networks are used', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const network = (await member.post('/v2.0/networks', { network: { name: 'blue' } })).body.network
  const empty = (await member.post('/v2.0/networks', { network: { name: 'empty' } })).body.network
  const on = { network_id: network.id, enable_dhcp: false }
  await member.post('/v2.0/subnets', { subnet: { ...on, ip_version: 4, cidr: '10.0.0.0/29', name: 'four' } })
  await member.post('/v2.0/subnets', { subnet: { ...on, ip_version: 6, cidr: 'fd00::/125' } })
  await member.post('/v2.0/ports', { port: { network_id: network.id } })
  const path = `/v2.0/network-ip-availabilities/${network.id}`
  const { network_ip_availability: shown } = (await admin.get(path)).body
  assert.deepEqual(
    [shown.network_name, shown.project_id, shown.tenant_id, shown.total_ips, shown.used_ips],
    ['blue', 'alpha', 'alpha', 11, 2],
  )
  const four = shown.subnet_ip_availability.find(({ ip_version }: Body) => ip_version === 4)
  assert.deepEqual(
    [four.subnet_name, four.cidr, four.total_ips, four.used_ips],
    ['four', '10.0.0.0/29', 5, 1],
  )
  const listed = async (query: string) =>
    (await admin.get(`/v2.0/network-ip-availabilities${query}`)).body.network_ip_availabilities
  assert.equal((await listed('')).length, 2)
  assert.deepEqual(
    (await listed(`?network_id=${empty.id}`)).map(({ total_ips }: Body) => total_ips),
    [0],
  )
  const [six] = await listed('?network_name=blue&ip_version=6')
  assert.deepEqual([six.total_ips, six.used_ips], [6, 1])
  assert.deepEqual((await member.get('/v2.0/network-ip-availabilities')).body.network_ip_availabilities, [])
  assert.equal((await member.get(path)).status, 404)
})
