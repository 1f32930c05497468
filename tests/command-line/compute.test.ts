import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { commandsOnACloud } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloud(
  'flavor create --ram 64 --disk 1 small',
  'network create wire',
  'subnet create --network wire --subnet-range 10.9.0.0/24 --allocation-pool start=10.9.0.2,end=10.9.0.60 wire4',
  'image create --disk-format raw --container-format bare --file /etc/hostname blank',
  'server create --flavor small --image blank --network wire --wait web',
)

it('aggregate commands create, change, list, show and delete aggregates, and add and remove hosts', async () => {
  const [host = ''] = await listed('compute service list --service nova-compute', 'Host')
  const made = await shown('aggregate create --zone fast --property ssd=yes --property gpu=no quick')
  assert.deepEqual([made.availability_zone, made.properties.ssd], ['fast', 'yes'])
  assert.match(await refused(`aggregate add host quick ${host}`), /contain instances in this zone/)
  await done('aggregate set --zone nova quick')
  await done(`aggregate add host quick ${host}`)
  const [listedOne] = await shown('aggregate list --long')
  assert.deepEqual(listedOne.Hosts, [host])
  await done('aggregate cache image quick blank')
  assert.match(await refused('aggregate cache image quick nothing'), /No Image found for nothing/)
  await done('aggregate unset --property gpu quick')
  await done('aggregate set --name quicker --no-property --property tpm=yes quick')
  const { properties } = await shown('aggregate show quicker')
  assert.deepEqual(properties, { availability_zone: 'nova', tpm: 'yes' })
  assert.match(await refused('aggregate delete quicker'), /HTTP 400|HTTP 409/)
  await done(`aggregate remove host quicker ${host}`)
  await done('aggregate delete quicker')
  assert.deepEqual(await listed('aggregate list', 'Name'), [])
})

it('host commands list, show and disable hosts in the microversions that have them', async () => {
  const old = '--os-compute-api-version 2.42'
  const [host = ''] = await listed('compute service list --service nova-compute', 'Host')
  assert.ok((await listed(`${old} host list`, 'Host Name')).includes(host))
  assert.deepEqual(await listed(`${old} host list --zone nowhere`, 'Host Name'), [])
  const projects = await listed(`${old} host show ${host}`, 'Project')
  assert.deepEqual(projects.slice(0, 3), ['(total)', '(used_now)', '(used_max)'])
  const status = () => listed('compute service list --service nova-compute', 'Status')
  await done(`${old} host set --disable ${host}`)
  assert.deepEqual(await status(), ['disabled'])
  await done(`${old} host set --enable ${host}`)
  assert.deepEqual(await status(), ['enabled'])
  assert.match(await refused('host list'), /up to 2\.42/)
})

it('extension commands list those of each service, and show one of the network service', async () => {
  const ofNetwork = await listed('extension list --network', 'Alias')
  const ofCompute = await listed('extension list --compute', 'Alias')
  assert.ok(ofNetwork.includes('router') && ofCompute.includes('os-keypairs'))
  const ofVolume = await listed('extension list --volume', 'Alias')
  const all = await listed('extension list --long', 'Alias')
  assert.deepEqual(all.toSorted(), [...ofNetwork, ...ofCompute, ...ofVolume].toSorted())
  const { alias, name, updated_at } = await shown('extension show router')
  assert.equal(alias, 'router')
  assert.ok(name && updated_at)
  assert.match(await refused('extension show nothing'), /No Extension found for nothing/)
})

it('project purge deletes the servers, images and volumes of a project and then the project, and nothing else', async () => {
  const { id } = await shown('project create leaving')
  const { user_id } = await shown('token issue')
  await done(`role add --project leaving --user ${user_id} admin`)
  const leaving = `--os-project-id ${id}`
  await done(`${leaving} image create --disk-format raw --container-format bare --file /etc/hostname own`)
  await done(`${leaving} server create --flavor small --image own --no-network --wait going`)
  await done(`${leaving} volume create --size 1 full`)
  await done('volume create --size 1 other')
  await eventually(async () => assert.equal((await shown(`${leaving} volume show full`)).status, 'available'))
  assert.match(await refused('project purge'), /one of the arguments --auth-project --project is required/)
  await done('project purge --project leaving --dry-run')
  assert.deepEqual(await listed(`${leaving} server list`, 'Name'), ['going'])
  await done('project purge --project leaving --keep-project')
  assert.deepEqual(await listed(`${leaving} server list`, 'Name'), [])
  assert.deepEqual(await listed(`${leaving} volume list`, 'Name'), [])
  assert.deepEqual(await listed(`${leaving} image list --private`, 'Name'), [])
  await done('project purge --project leaving')
  assert.match(await refused('project show leaving'), /No Project found for leaving/)
  assert.deepEqual(await listed('server list', 'Name'), ['web'])
  assert.ok((await listed('volume list', 'Name')).includes('other'))
  assert.equal((await shown('image show blank')).status, 'active')
})

it('server commands add and remove ports, fixed IPs, security groups and properties', async () => {
  const { id: port } = await shown('port create --network wire spare')
  await done('server add port web spare')
  const { id } = await shown('server show web')
  await eventually(async () => assert.equal((await shown(`port show ${port}`)).device_id, id))
  const added = await shown('server add fixed ip --fixed-ip-address 10.9.0.77 web wire')
  assert.match(JSON.stringify(added['Fixed IPs']), /10\.9\.0\.77/)
  await done(`port set --fixed-ip ip-address=10.9.0.78 ${added['Port ID']}`)
  await done('server remove fixed ip web 10.9.0.77')
  const { device_id: owner, fixed_ips: left } = await shown(`port show ${added['Port ID']}`)
  assert.equal(owner, id)
  assert.deepEqual([left.length, left[0]?.ip_address], [1, '10.9.0.78'])
  await done('server remove port web spare')
  await eventually(async () =>
    assert.deepEqual(await listed('port list --fixed-ip ip-address=10.9.0.77', 'ID'), []),
  )
  assert.match(await refused('server remove fixed ip web 10.9.0.77'), /doesn't have fixed IP '10\.9\.0\.77'/)

  await done('security group create doors')
  await done('server add security group web doors')
  assert.match(JSON.stringify((await shown('server show web')).security_groups), /doors/)
  await done('server remove security group web doors')
  await done('server set --property a=1 --property b=2 web')
  await done('server unset --property a web')
  assert.deepEqual((await shown('server show web')).properties, { b: '2' })
})

it('server add and remove floating ip associate a floating IP with a port of the server, and with no other', async () => {
  await done('network create --external outside')
  await done('subnet create --network outside --subnet-range 203.0.113.0/24 outside4')
  const { id, floating_ip_address: address } = await shown('floating ip create outside')
  const deviceOf = async () => (await shown(`floating ip show ${id}`)).port_details?.device_id
  assert.match(await refused(`server add floating ip web ${address}`), /HTTP 404/)
  await done('router create --external-gateway outside way')
  await done('router add subnet way wire4')
  assert.match(
    await refused(`server add floating ip --fixed-ip-address 10.9.0.99 web ${address}`),
    /No port found for fixed IP address 10\.9\.0\.99/,
  )
  await done(`server add floating ip web ${address}`)
  assert.equal(await deviceOf(), (await shown('server show web')).id)
  await done(`server remove floating ip web ${address}`)
  assert.equal(await deviceOf(), undefined)
  assert.match(await refused(`server remove floating ip web ${address}`), /does not have the floating IP/)
  await done(`floating ip delete ${id}`)
  await done('router remove subnet way wire4')
  await done('router delete way')
  await done('network delete outside')
})

it('server ssh runs ssh with an address of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nimbo-ssh-'))
  const [program, record] = [join(folder, 'ssh'), join(folder, 'record')]
  await writeFile(program, `#!/bin/sh\necho "$@" > ${record}\nif [ "$2" = nobody ]; then exit 255; fi\n`)
  await chmod(program, 0o755)
  const { PATH } = process.env
  process.env.PATH = `${folder}:${PATH}`
  try {
    const { addresses } = await shown('server show web')
    const [address] = addresses.wire
    assert.match(await refused('server ssh web'), /no public address of IP version 4 or 6/)
    assert.match(await refused('server ssh -6 --private web'), /no private address of IP version 6/)
    await done('server ssh --private web')
    assert.equal(await readFile(record, 'utf8'), `-l admin ${address}\n`)
    await done('server ssh -4 --address-type wire --login root -p 22 -i key -o Compression=yes web -- ls -l')
    const options = '-p 22 -i key -o Compression=yes -l root'
    assert.equal(await readFile(record, 'utf8'), `${options} ${address} ls -l\n`)
    assert.match(await refused('server ssh --private --login nobody web'), /ssh ended with 255/)
  } finally {
    process.env.PATH = PATH
    await rm(folder, { recursive: true })
  }
})

it('flavor create --project needs --private, and creates nothing without it', async () => {
  assert.match(await refused('flavor create --project admin mine'), /only allowed with --private/)
  assert.deepEqual(await listed('flavor list', 'Name'), ['small'])
  const made = await shown(
    `flavor create --private --project ${cloud().admin.projectId} --rxtx-factor 2 mine`,
  )
  assert.equal(made['os-flavor-access:is_public'], false)
  assert.deepEqual((await shown('flavor show mine')).access_project_ids, [cloud().admin.projectId])
  assert.deepEqual(await listed('flavor list --private', 'Name'), ['mine'])
  assert.deepEqual((await listed('flavor list --all', 'Name')).toSorted(), ['mine', 'small'])
  await done('flavor delete mine')
})

it('server event and migration commands list and show the actions and migrations of a server', async () => {
  const actions = await listed('server event list web', 'Action')
  assert.ok(actions.includes('create'))
  const [first] = await shown('server event list --long web')
  const event = await shown(`server event show web ${first['Request ID']}`)
  assert.equal(event.action, first.Action)
  assert.deepEqual(await shown('server migration list --server web'), [])
})

it('server migrate --live-migration reports that no host is left, and its migration is listed as error', async () => {
  assert.match(
    await refused('--os-compute-api-version 2.1 server migrate --live-migration web'),
    /No valid host was found/,
  )
  const [migration] = await shown('server migration list --server web')
  assert.deepEqual([migration.Type, migration.Status], ['live-migration', 'error'])
  for (const words of ['show', 'abort', 'force complete'])
    assert.match(await refused(`server migration ${words} web ${migration.Id}`), /HTTP 40[049]/, words)
})

it('server volume commands list the volumes of a server, and change whether they are deleted with it', async () => {
  const volume = await shown('volume create --size 1 disk')
  await volumeInStatus(cloud().admin, volume.id, 'available')
  const { ID: id } = await shown('server add volume web disk')
  assert.ok(id === null || typeof id === 'string')
  const [attached] = await shown('server volume list web')
  assert.equal(attached['Delete On Termination?'], false)
  await done('server volume update --delete-on-termination web disk')
  const [changed] = await shown('server volume list web')
  assert.equal(changed['Delete On Termination?'], true)
})

it('quota commands show, set, list and delete quotas of compute, volume and network', async () => {
  const { projectId } = cloud().admin
  await done(`quota set --cores 7 --volumes 5 --networks 3 ${projectId}`)
  const quota = await shown('quota show')
  assert.deepEqual([quota.cores, quota.volumes, quota.networks, quota.project], [7, 5, 3, projectId])
  assert.notEqual((await shown('quota show --default')).cores, 7)
  const rows: { Resource: string; 'In Use': number; Limit: number }[] = await shown('quota list --network')
  assert.deepEqual(
    rows.find(({ Resource }) => Resource === 'network'),
    { Resource: 'network', 'In Use': 1, Reserved: 0, Limit: 3 },
  )
  assert.match(await refused(`quota set --networks 0 ${projectId}`), /HTTP 4/)
  await done(`quota set --networks 0 --force ${projectId}`)
  assert.equal((await shown('quota show')).networks, 0)
  await done('quota set --class --instances 4 default')
  assert.match(await refused('quota set --class --instances 5 --networks 5 default'), /no quota classes/)
  assert.equal((await shown('quota show --class default')).instances, 4)
  await done(`quota delete ${projectId}`)
  assert.notEqual((await shown('quota show')).volumes, 5)
  assert.match(await refused('quota list'), /--compute --volume --network/)
})

it('limits show and usage commands show the limits and the usage of projects', async () => {
  const names = await listed('limits show --absolute', 'Name')
  assert.ok(names.includes('maxTotalInstances') && names.includes('maxTotalVolumes'))
  const [usage] = await shown('usage list')
  assert.equal(usage.Servers, 1)
  assert.equal((await shown('usage show')).Servers, 1)
})

it('server create has three ways to ask for no network, and server list --limit -1 lists all servers', async () => {
  const ways = ['--no-network', '--nic none', '--network none']
  for (const [at, way] of ways.entries()) {
    const made = await shown(`server create --flavor small --image blank ${way} --wait alone-${at}`)
    assert.equal(made.status, 'ACTIVE', way)
    assert.deepEqual(made.addresses, {}, way)
  }
  const names = await listed('server list --limit -1', 'Name')
  assert.deepEqual(names.toSorted(), ['alone-0', 'alone-1', 'alone-2', 'web'])
  for (const [verb, status] of [
    ['suspend', 'SUSPENDED'],
    ['resume', 'ACTIVE'],
  ]) {
    await done(`server ${verb} alone-0`)
    await eventually(async () => assert.equal((await shown('server show alone-0')).status, status))
  }
  await done('server delete --wait alone-0 alone-1 alone-2')
})

it('server show prints diagnostics or the topology, and server list takes a power state', async () => {
  const old = '--os-compute-api-version 2.47'
  assert.ok(Object.keys(await shown(`${old} server show --diagnostics web`)).includes('memory'))
  assert.equal((await shown('server show --diagnostics web')).state, 'running')
  const { name, topology } = await shown('server show --topology web')
  assert.deepEqual([name, topology.nodes], ['web', []])
  assert.ok((await listed('server list --power-state running', 'Name')).includes('web'))
  assert.deepEqual(await listed('server list --power-state crashed', 'Name'), [])
  await done('server set --no-password web')
  assert.match(await refused('console url show --mks web'), /HTTP 400/)
  assert.match(await refused('server evacuate --shared-storage web'), /not supported from/)
})
