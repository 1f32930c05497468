import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud(
  'network create wire',
  'subnet create --network wire --subnet-range 10.20.0.0/24 --dns-nameserver 192.0.2.1 wire4',
  'security group create web',
  'security group create ssh',
)

it('port set adds security groups, fixed IPs and address pairs to those of the port, unless told to replace them', async () => {
  const ids = async (...names: readonly string[]): Promise<readonly string[]> =>
    (await Promise.all(names.map(async (name) => (await shown(`security group show ${name}`)).id))).sort()
  const addressesOf = async (): Promise<readonly string[]> =>
    (await shown('port show door')).fixed_ips.map((each: { ip_address: string }) => each.ip_address).sort()
  const groupsOf = async () => (await shown('port show door')).security_group_ids.toSorted()
  const pairsOf = async (): Promise<readonly string[]> =>
    (await shown('port show door')).allowed_address_pairs
      .map((each: { ip_address: string }) => each.ip_address)
      .sort()

  await done('port create --network wire --security-group web --fixed-ip ip-address=10.20.0.10 door')
  await done('port set --security-group ssh --fixed-ip subnet=wire4,ip-address=10.20.0.11 door')
  assert.deepEqual(await groupsOf(), await ids('ssh', 'web'))
  assert.deepEqual(await addressesOf(), ['10.20.0.10', '10.20.0.11'])
  await done('port set --no-security-group --security-group ssh door')
  assert.deepEqual(await groupsOf(), await ids('ssh'))
  await done('port set --no-fixed-ip --fixed-ip ip-address=10.20.0.12 door')
  assert.deepEqual(await addressesOf(), ['10.20.0.12'])

  await done('port set --allowed-address ip-address=10.20.0.50 door')
  await done('port set --allowed-address ip-address=10.20.0.51 door')
  assert.deepEqual(await pairsOf(), ['10.20.0.50', '10.20.0.51'])
  await done('port set --no-allowed-address --allowed-address ip-address=10.20.0.52 door')
  assert.deepEqual(await pairsOf(), ['10.20.0.52'])
  await done('port delete door')
})

it('subnet set adds DNS servers, routes and pools to those of the subnet, unless told to replace them', async () => {
  await done('subnet set --dns-nameserver 192.0.2.2 wire4')
  assert.deepEqual((await shown('subnet show wire4')).dns_nameservers, ['192.0.2.2', '192.0.2.1'])
  await done('subnet set --no-dns-nameservers --dns-nameserver 192.0.2.3 wire4')
  assert.deepEqual((await shown('subnet show wire4')).dns_nameservers, ['192.0.2.3'])

  await done('subnet set --host-route destination=192.0.2.0/24,gateway=10.20.0.3 wire4')
  await done('subnet set --host-route destination=198.51.100.0/24,gateway=10.20.0.4 wire4')
  assert.equal((await shown('subnet show wire4')).host_routes.length, 2)
  await done('subnet set --no-host-route wire4')
  assert.deepEqual((await shown('subnet show wire4')).host_routes, [])

  await done('subnet set --no-allocation-pool --allocation-pool start=10.20.0.10,end=10.20.0.20 wire4')
  await done('subnet set --allocation-pool start=10.20.0.30,end=10.20.0.40 wire4')
  const pools: readonly { start: string }[] = (await shown('subnet show wire4')).allocation_pools
  assert.deepEqual(pools.map(({ start }) => start).sort(), ['10.20.0.10', '10.20.0.30'])
})

it('set adds tags to those of the resource, unless told to replace them, and unset removes them', async () => {
  await done('router create --tag old way')
  await done('security group create --tag old shop')
  await done('network create --external outside')
  await done('subnet create --network outside --subnet-range 203.0.113.0/24 outside4')
  const { id } = await shown('floating ip create --tag old outside')
  for (const [kind, name] of [
    ['router', 'way'],
    ['security group', 'shop'],
    ['floating ip', id],
  ]) {
    const tags = async () => (await shown(`${kind} show ${name}`)).tags
    await done(`${kind} set --tag new ${name}`)
    assert.deepEqual(await tags(), ['new', 'old'], kind)
    await done(`${kind} unset --tag old ${name}`)
    assert.deepEqual(await tags(), ['new'], kind)
    await done(`${kind} set --no-tag --tag newest ${name}`)
    assert.deepEqual(await tags(), ['newest'], kind)
    await done(`${kind} set --no-tag ${name}`)
    assert.deepEqual(await tags(), [], kind)
  }
  await done('network set --tag blue wire')
  await done('network set --tag red wire')
  assert.deepEqual((await shown('network show wire')).tags, ['blue', 'red'])
})

it('options of which only one would count are refused together, and port list finds the ports of a router by its name', async () => {
  assert.match(
    await refused('security group rule create --remote-ip 192.0.2.0/24 --remote-group ssh web'),
    /argument --remote-group: not allowed with argument --remote-ip/,
  )
  assert.match(await refused('port list --router way --device-id one'), /not allowed with argument --router/)
  await done('router create corner')
  await done('router add subnet corner wire4')
  assert.equal((await listed('port list --router corner', 'ID')).length, 1)
  await done('router remove subnet corner wire4')
})

it('security group rule create takes the Ethertype from the protocol, and type and code only for ICMP', async () => {
  const made = await shown('security group rule create --protocol icmpv6 --icmp-type 128 web')
  assert.deepEqual([made.ether_type, made.port_range_min], ['IPv6', 128])
  assert.equal(
    (await shown('security group rule create --protocol 58 --ethertype ipv6 ssh')).ether_type,
    'IPv6',
  )
  assert.match(await refused('security group rule create --ethertype ipv5 web'), /'ipv5' not supported/)
  assert.match(
    await refused('security group rule create --protocol tcp --icmp-type 8 web'),
    /ICMP IP protocol required/,
  )
  assert.match(
    await refused('security group rule create --protocol icmp --dst-port 22 --icmp-type 8 web'),
    /--dst-port not allowed/,
  )
})

it('router set --disable-snat and --fixed-ip need --external-gateway', async () => {
  await done('router create edge')
  const snat = async () => (await shown('router show edge')).external_gateway_info?.enable_snat
  await done('router set --external-gateway outside edge')
  for (const option of ['--disable-snat', '--fixed-ip ip-address=203.0.113.9'])
    assert.match(await refused(`router set ${option} edge`), /must specify '--external-gateway'/)
  assert.equal(await snat(), true)
  await done('router set --external-gateway outside --disable-snat edge')
  assert.equal(await snat(), false)
  await done('router delete edge')
})
