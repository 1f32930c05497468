import assert from 'node:assert/strict'
import { it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud(
  'network create --external outside',
  'subnet create --network outside --subnet-range 203.0.113.0/24 outside4',
  'network create inside',
  'subnet create --network inside --subnet-range 10.8.0.0/24 inside4',
)

it('router and floating ip commands connect a network to an external one', async () => {
  const router = await shown('router create --external-gateway outside --description way --tag blue way')
  assert.deepEqual([router.name, router.tags], ['way', ['blue']])
  await done('router add subnet way inside4')
  assert.match(await refused('router delete way'), /HTTP 409/)
  await done('router add route --route destination=192.0.2.0/24,gateway=10.8.0.9 way')
  assert.match(JSON.stringify((await shown('router show way')).routes), /192\.0\.2\.0/)
  await done('router unset --route destination=192.0.2.0/24,gateway=10.8.0.9 way')
  await done('router set --name road --disable way')
  assert.deepEqual(await listed('router list --disable', 'Name'), ['road'])
  await done('router set --enable road')

  await done('port create --network inside guest')
  const ip = await shown('floating ip create --port guest --description door outside')
  assert.match(ip.floating_ip_address, /^203\.0\.113\./)
  assert.deepEqual(await listed('floating ip list --router road', 'ID'), [ip.id])
  assert.equal((await shown(`floating ip show ${ip.floating_ip_address}`)).id, ip.id)
  await done(`floating ip unset --port ${ip.floating_ip_address}`)
  assert.equal((await shown(`floating ip show ${ip.id}`)).port_id, null)
  await done(`floating ip set --port guest ${ip.id}`)
  await done(`floating ip delete ${ip.id}`)
  await done('port delete guest')
  await done('router remove subnet road inside4')
  await done('router unset --external-gateway road')
  await done('router delete road')
  assert.deepEqual(await listed('router list', 'Name'), [])
})

it('sets and removes the QoS policies of floating IPs and of the gateways of routers', async () => {
  const policy = await shown('network qos policy create slow')
  const ip = await shown('floating ip create --qos-policy slow outside')
  assert.equal(ip.qos_policy_id, policy.id)
  const policyOfIp = async () => (await shown(`floating ip show ${ip.id}`)).qos_policy_id
  await done(`floating ip unset --qos-policy ${ip.id}`)
  assert.equal(await policyOfIp(), null)
  await done(`floating ip set --qos-policy slow ${ip.id}`)
  assert.equal(await policyOfIp(), policy.id)
  await done(`floating ip set --no-qos-policy ${ip.id}`)
  assert.equal(await policyOfIp(), null)

  await done('router create way')
  const policyOfGateway = async () => (await shown('router show way')).external_gateway_info.qos_policy_id
  assert.match(await refused('router set --qos-policy slow way'), /must specify '--external-gateway'/)
  await done('router set --external-gateway outside --qos-policy slow way')
  assert.equal(await policyOfGateway(), policy.id)
  await done('router set --no-qos-policy way')
  assert.equal(await policyOfGateway(), null)
  await done('router set --qos-policy slow way')
  assert.equal(await policyOfGateway(), policy.id)
  await done('router unset --qos-policy way')
  assert.equal(await policyOfGateway(), null)
  await done('router delete way')
  await done(`floating ip delete ${ip.id}`)
  await done('network qos policy delete slow')
})

it('network trunk commands create, change, list, show and delete trunks and their subports', async () => {
  for (const name of ['parent', 'child', 'second']) await done(`port create --network inside ${name}`)
  const child = (await shown('port show child')).id
  const made = await shown(
    'network trunk create --parent-port parent --subport port=child,segmentation-type=vlan,segmentation-id=7 bundle',
  )
  assert.deepEqual(made.sub_ports, [{ port_id: child, segmentation_type: 'vlan', segmentation_id: 7 }])
  await done('network trunk set --subport port=second,segmentation-type=vlan,segmentation-id=8 bundle')
  await done('network trunk set --description known --name bunch bundle')
  const second = (await shown('port show second')).id
  assert.deepEqual(
    (await listed('network subport list --trunk bunch', 'Port')).toSorted(),
    [child, second].toSorted(),
  )
  await done('network trunk unset --subport child bunch')
  assert.deepEqual(await listed('network subport list --trunk bunch', 'Segmentation ID'), [8])
  assert.match(await refused('network trunk unset bunch'), /--subport/)
  assert.deepEqual(await listed('network trunk list --long', 'Description'), ['known'])
  assert.equal((await shown('network trunk show bunch')).port_id, made.port_id)
  await done('network trunk delete bunch')
  for (const name of ['parent', 'child', 'second']) await done(`port delete ${name}`)
})

it('network onboard subnets moves the subnets of a network into a subnet pool', async () => {
  await done('address scope create --ip-version 4 scope')
  await done('subnet pool create --pool-prefix 10.96.0.0/16 --address-scope scope onboarding')
  await done('network create apart')
  const { id } = await shown('subnet create --network apart --subnet-range 10.97.0.0/24 apart4')
  await done('network onboard subnets apart onboarding')
  const pool = await shown('subnet pool show onboarding')
  assert.equal((await shown(`subnet show ${id}`)).subnetpool_id, pool.id)
  await done('network delete apart')
  await done('subnet pool delete onboarding')
  await done('address scope delete scope')
})

it('address group commands create, change, list, show and delete address groups', async () => {
  await done('address group create --address 10.0.0.0/24 --address 10.1.0.1 trusted')
  await done('address group set --address 10.2.0.0/16 --description known trusted')
  await done('address group unset --address 10.1.0.1/32 trusted')
  const { addresses, description } = await shown('address group show trusted')
  assert.deepEqual([addresses, description], [['10.0.0.0/24', '10.2.0.0/16'], 'known'])
  assert.deepEqual(await listed('address group list', 'Name'), ['trusted'])
  await done('address group delete trusted')
})

it('subnet create takes a subnet from a pool, which cannot be deleted until the subnet is', async () => {
  await done('network create pooled')
  const pool = await shown('subnet pool create --pool-prefix 10.64.0.0/16 --default-prefix-length 26 pool')
  assert.deepEqual([pool.prefixes, pool.default_prefixlen], [['10.64.0.0/16'], '26'])
  const { cidr } = await shown('subnet create --network pooled --subnet-pool pool from-pool')
  assert.match(cidr, /^10\.64\..*\/26$/)
  await done('subnet pool set --pool-prefix 10.65.0.0/16 --name larger pool')
  assert.deepEqual(await listed('subnet pool list --name larger', 'ID'), [pool.id])
  assert.match(await refused('subnet pool delete larger'), /existing allocations/)
  await done('subnet delete from-pool')
  await done('subnet pool delete larger')
})

it('network agent commands list agents, and show each of them', async () => {
  const agents: { ID: string; Alive: unknown }[] = await shown('network agent list')
  assert.ok(agents.length > 0)
  for (const { Alive } of agents) assert.equal(Alive, true)
  for (const { ID } of agents) assert.equal((await shown(`network agent show ${ID}`)).id, ID)
})

it('network log commands create, change, list, show and delete logs of security groups', async () => {
  assert.deepEqual(await listed('network loggable resources list', 'Supported types'), ['security_group'])
  const log = await shown(
    'network log create --resource-type security_group --event DROP --resource default drops',
  )
  assert.deepEqual([log.Event, log.Enabled], ['DROP', true])
  await done('network log set --disable --name less drops')
  assert.equal((await shown('network log show less')).Enabled, false)
  assert.deepEqual(await listed('network log list --long', 'Event'), ['DROP'])
  await done('network log delete less')
})

it('local ip commands manage local IPs and their associations with ports', async () => {
  await done('port create --network inside nearest')
  const local = await shown('local ip create --name cache --network inside')
  assert.equal(local.ip_mode, 'translate')
  const { fixed_port_id: port } = await shown('local ip association create cache nearest')
  assert.deepEqual(await listed('local ip association list cache', 'Fixed port ID'), [port])
  assert.match(await refused('local ip delete cache'), /still associated/)
  await done('local ip association delete cache nearest')
  await done('local ip set --description near cache')
  assert.equal((await shown('local ip show cache')).description, 'near')
  assert.deepEqual(await listed('local ip list --network inside', 'ID'), [local.id])
  await done('local ip delete cache')
  await done('port delete nearest')
})

it('router ndp proxy create is refused for a router without enable_ndp_proxy', async () => {
  await done('router create lonely')
  await done('port create --network inside six')
  assert.match(await refused('router ndp proxy create --port six lonely'), /enable_ndp_proxy/)
  assert.deepEqual(await listed('router ndp proxy list --router lonely', 'ID'), [])
  await done('port delete six')
  await done('router delete lonely')
})

it('network segment commands add segments to a network, change, show, list and delete them', async () => {
  await done('network create wide')
  const one = await shown('network segment create --network wide --network-type vxlan far')
  await done('network segment set --description away far')
  assert.equal((await shown('network segment show far')).description, 'away')
  assert.equal((await listed('network segment list --network wide', 'ID')).length, 2)
  await done(`network segment delete ${one.id}`)
  await done('network delete wide')
})

it('unset commands remove tags, name servers, fixed IPs and security groups', async () => {
  await done('network create --tag red --tag blue plain')
  await done('network unset --tag red plain')
  assert.deepEqual((await shown('network show plain')).tags, ['blue'])
  await done('network unset --all-tag plain')
  assert.deepEqual((await shown('network show plain')).tags, [])
  await done(
    'subnet create --network plain --subnet-range 10.70.0.0/24 --dns-nameserver 192.0.2.1 --dns-nameserver 192.0.2.2 plain4',
  )
  await done('subnet unset --dns-nameserver 192.0.2.1 plain4')
  assert.deepEqual((await shown('subnet show plain4')).dns_nameservers, ['192.0.2.2'])
  await done('security group create --tag green few')
  await done('security group unset --all-tag few')
  assert.deepEqual((await shown('security group show few')).tags, [])
  const port = await shown('port create --network plain --security-group few one')
  assert.equal(port.security_group_ids.length, 1)
  const [{ ip_address }] = port.fixed_ips
  await done(`port unset --security-group few --fixed-ip subnet=plain4,ip-address=${ip_address} one`)
  const left = await shown('port show one')
  assert.deepEqual([left.security_group_ids, left.fixed_ips], [[], []])
  await done('port delete one')
  await done('security group delete few')
  await done('network delete plain')
})
