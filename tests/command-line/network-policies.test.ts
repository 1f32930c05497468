import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud(
  'network create --external outside',
  'subnet create --network outside --subnet-range 203.0.113.0/24 outside4',
  'subnet create --network outside --ip-version 6 --subnet-range 2001:db8::/64 outside6',
  'network create inside',
  'subnet create --network inside --subnet-range 10.8.0.0/24 inside4',
  'router create --external-gateway outside --enable-ndp-proxy way',
  'router add subnet way inside4',
)

it('address scope commands manage address scopes; ip availability commands count addresses', async () => {
  const scope = await shown('address scope create --ip-version 6 --no-share wide')
  assert.deepEqual([scope.name, scope.ip_version, scope.shared], ['wide', 6, false])
  await done('address scope set --share --name wider wide')
  assert.equal((await shown('address scope show wider')).shared, true)
  assert.deepEqual(await listed('address scope list --ip-version 6', 'ID'), [scope.id])
  await done('address scope delete wider')
  const free = await shown('ip availability show inside')
  assert.equal(free.total_ips, 253)
  assert.ok((await listed('ip availability list', 'Network Name')).includes('inside'))
})

/** The id of nothing. */
const absent = '00000000-0000-4000-8000-000000000000'

it('port forwarding and conntrack helper commands create, change, list and delete these', async () => {
  await done('port create --network inside guest')
  const { floating_ip_address: address } = await shown('floating ip create outside')
  const made = await shown(
    `floating ip port forwarding create --port guest --internal-protocol-port 22 --external-protocol-port 2222 ${address}`,
  )
  assert.deepEqual([made.internal_port, made.external_port, made.protocol], [22, 2222, 'tcp'])
  await done(
    `floating ip port forwarding set --external-protocol-port 2200:2201 --internal-protocol-port 22:23 ${address} ${made.id}`,
  )
  const shownAgain = await shown(`floating ip port forwarding show ${address} ${made.id}`)
  assert.equal(shownAgain.external_port_range, '2200:2201')
  assert.deepEqual(await listed(`floating ip port forwarding list ${address}`, 'ID'), [made.id])
  assert.match(
    await refused(`floating ip port forwarding delete ${address} ${absent} ${made.id}`),
    /1 of 2 port forwardings failed to delete/,
  )
  assert.deepEqual(await listed(`floating ip port forwarding list ${address}`, 'ID'), [])

  const helper = await shown('network l3 conntrack helper create --helper tftp --protocol udp --port 69 way')
  await done(`network l3 conntrack helper set --port 6969 way ${helper.id}`)
  assert.deepEqual(await listed('network l3 conntrack helper list way', 'Port'), [6969])
  assert.match(
    await refused(`network l3 conntrack helper delete way ${absent} ${helper.id}`),
    /1 of 2 l3 conntrack helpers failed to delete/,
  )
  assert.deepEqual(await listed('network l3 conntrack helper list way', 'ID'), [])
  assert.match(await refused('network l3 conntrack helper create way'), /required/)
})

it('qos and rbac commands manage QoS policies, their rules, and RBAC policies', async () => {
  const policy = await shown('network qos policy create --description slow modem')
  await done('network qos policy set --share modem')
  assert.equal((await shown('network qos policy show modem')).shared, true)
  assert.deepEqual(await listed('network qos policy list', 'ID'), [policy.id])
  const types = await listed('network qos rule type list', 'Type')
  assert.ok(types.includes('bandwidth_limit'))
  assert.equal((await shown('network qos rule type show bandwidth_limit')).type, 'bandwidth_limit')
  const rule = await shown('network qos rule create --type bandwidth-limit --max-kbps 64 --egress modem')
  await done(`network qos rule set --max-kbps 56 modem ${rule.id}`)
  assert.equal((await shown(`network qos rule show modem ${rule.id}`)).max_kbps, 56)
  assert.deepEqual(await listed('network qos rule list modem', 'Max Kbps'), [56])
  await done(`network qos rule delete modem ${rule.id}`)
  await done('network qos policy delete modem')

  const shared = await shown(
    'network rbac create --type network --action access_as_shared --target-project service inside',
  )
  assert.deepEqual(await listed('network rbac list --long --type network --action access_as_shared', 'ID'), [
    shared.id,
  ])
  await done(`network rbac set --target-project admin ${shared.id}`)
  assert.notEqual((await shown(`network rbac show ${shared.id}`)).target_tenant, shared.target_tenant)
  await done(`network rbac delete ${shared.id}`)
  assert.match(await refused('network rbac create --type network inside'), /--action/)
})

it('network segment range commands create, change, show, list and delete ranges', async () => {
  await done(
    'network segment range create --network-type vxlan --minimum 200000 --maximum 200009 --shared many',
  )
  await done('network segment range set --maximum 200019 many')
  assert.equal((await shown('network segment range show many')).maximum, 200_019)
  assert.ok((await listed('network segment range list --long', 'Name')).includes('many'))
  await done('network segment range delete many')
})

it('router set disables the NDP proxy; network agent commands move routers and networks off and on agents', async () => {
  assert.equal((await shown('router show way')).enable_ndp_proxy, true)
  await done('router set --disable-ndp-proxy way')
  assert.equal((await shown('router show way')).enable_ndp_proxy, false)
  const [l3] = await listed('network agent list --agent-type l3', 'ID')
  await done(`network agent remove router --l3 ${l3} way`)
  await done(`network agent add router --l3 ${l3} way`)
  const [dhcp] = await listed('network agent list --agent-type dhcp', 'ID')
  await done(`network agent remove network --dhcp ${dhcp} inside`)
  await done(`network agent add network --dhcp ${dhcp} inside`)
})

it('network meter and network flavor commands manage meters, flavors and their profiles', async () => {
  const meter = await shown('network meter create --description all traffic')
  const rule = await shown('network meter rule create --remote-ip-prefix 192.0.2.0/24 --egress traffic')
  assert.equal(rule.metering_label_id, meter.id)
  assert.deepEqual(await listed('network meter rule list', 'ID'), [rule.id])
  await done(`network meter rule delete ${rule.id}`)
  assert.equal((await shown('network meter show traffic')).description, 'all')
  await done('network meter delete traffic')
  const flavor = await shown('network flavor create --service-type L3_ROUTER_NAT plain')
  const profile = await shown('network flavor profile create --metainfo any --description usual')
  await done(`network flavor add profile plain ${profile.id}`)
  assert.deepEqual((await shown('network flavor show plain')).service_profiles, [profile.id])
  await done(`network flavor remove profile plain ${profile.id}`)
  await done(`network flavor profile set --disable ${profile.id}`)
  assert.equal((await shown(`network flavor profile show ${profile.id}`)).enabled, false)
  await done(`network flavor profile delete ${profile.id}`)
  assert.deepEqual(await listed('network flavor list', 'ID'), [flavor.id])
  await done('network flavor delete plain')
  await done('network service provider list')
})
