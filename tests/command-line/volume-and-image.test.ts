import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { commandsOnACloud } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloud(
  'volume create --size 1 --property a=1 --property b=2 disk',
  'image create --disk-format raw --container-format bare --file /etc/hostname blank',
)

const becomes = (line: string, status: string) =>
  eventually(async () => assert.equal((await shown(line)).status, status))

it('volume snapshot commands create, change, list, show and delete snapshots; volume revert reverts', async () => {
  await becomes('volume show disk', 'available')
  await done('volume unset --property a disk')
  assert.deepEqual((await shown('volume show disk')).properties, { b: '2' })
  const made = await shown('volume snapshot create --volume disk --property kept=yes --description first one')
  assert.deepEqual([made.name, made.properties], ['one', { kept: 'yes' }])
  await becomes('volume snapshot show one', 'available')
  await done('volume snapshot set --name two --property more=1 one')
  await done('volume snapshot unset --property kept two')
  assert.deepEqual((await shown('volume snapshot show two')).properties, { more: '1' })
  assert.deepEqual(await listed('volume snapshot list --volume disk', 'Name'), ['two'])
  await done('volume revert two')
  await becomes('volume show disk', 'available')
  await done('volume snapshot delete two')
  await eventually(async () => assert.deepEqual(await listed('volume snapshot list', 'Name'), []))
})

it('volume backup commands create, change, list, show, export, restore and delete backups', async () => {
  const latest = '--os-volume-api-version 3.71'
  await done(`volume backup create --name kept --property why=test ${latest} disk`)
  await becomes('volume backup show kept', 'available')
  await done(`volume backup set --name held --property more=1 ${latest} kept`)
  await done(`volume backup unset --property why ${latest} held`)
  assert.deepEqual((await shown(`volume backup show ${latest} held`)).properties, { more: '1' })
  assert.deepEqual(await listed('volume backup list --volume disk', 'Name'), ['held'])
  const record = await shown('volume backup record export held')
  assert.match(record.backup_service, /^cinder\.backup\.drivers/)
  const { volume_name } = await shown('volume backup restore held again')
  assert.equal(volume_name, 'again')
  await becomes('volume show again', 'available')
  await becomes('volume backup show held', 'available')
  await done('volume backup delete held')
  await eventually(async () => assert.deepEqual(await listed('volume backup list', 'Name'), []))
})

it('volume transfer commands offer a volume, accept it with the key, and withdraw the offer', async () => {
  const offer = await shown('volume transfer request create --name gift again')
  assert.deepEqual(await listed('volume transfer request list', 'Name'), ['gift'])
  assert.equal((await shown('volume transfer request show gift')).id, offer.id)
  const taken = await shown(`volume transfer request accept --auth-key ${offer.auth_key} ${offer.id}`)
  assert.equal(taken.name, 'gift')
  await done('volume transfer request create --name other again')
  await done('volume transfer request delete other')
  assert.deepEqual(await listed('volume transfer request list', 'Name'), [])
  await done('volume delete again')
})

it('volume migrate moves a volume to another back end; volume host set disables and enables one', async () => {
  const hosts = await listed('volume service list --service cinder-volume', 'Host')
  const [from = '', to = ''] = [...hosts].sort()
  const volume = await shown('volume show disk')
  const there = volume['os-vol-host-attr:host'].startsWith(`${from}#`) ? to : from
  await done(`volume migrate --host ${there}#${there.split('@')[1]} disk`)
  await eventually(async () => {
    const { 'os-vol-host-attr:host': host, status } = await shown('volume show disk')
    assert.deepEqual([host.split('#')[0], status], [there, 'available'])
  })
  await done(`volume host set --disable ${from}`)
  await done(`volume host set --enable ${from}`)
  const atVersion = '--os-volume-api-version 3.3'
  assert.deepEqual(await listed(`volume message list ${atVersion}`, 'ID'), [])
  assert.match(await refused(`volume message show ${atVersion} nothing`), /404|could not be found/)
})

it('volume type and volume qos commands manage types and QoS specs, and associate them', async () => {
  const { projectId } = cloud().admin
  assert.match(
    await refused(`volume type create --project ${projectId} swift`),
    /only allowed with --private/,
  )
  assert.ok(!(await listed('volume type list', 'Name')).includes('swift'))
  const type = await shown(`volume type create --private --property speed=9 --project ${projectId} swift`)
  assert.deepEqual([type.is_public, type.properties], [false, { speed: '9' }])
  await done('volume type set --description Quick --property disks=2 swift')
  await done('volume type unset --property speed swift')
  const { description, properties, access_project_ids: projects } = await shown('volume type show swift')
  assert.deepEqual([description, properties, projects], ['Quick', { disks: '2' }, [projectId]])

  const qos = await shown('volume qos create --consumer back-end --property iops=100 calm')
  assert.deepEqual([qos.consumer, qos.properties], ['back-end', { iops: '100' }])
  await done('volume qos associate calm swift')
  assert.deepEqual((await shown('volume qos show calm')).associations, ['swift'])
  await done('volume qos set --property burst=5 calm')
  await done('volume qos unset --property iops calm')
  const [listedOne] = await shown('volume qos list')
  assert.deepEqual(listedOne.Properties, { burst: '5' })
  assert.match(await refused('volume qos disassociate calm'), /--volume-type --all/)
  await done('volume qos disassociate --volume-type swift calm')
  await done('volume qos delete calm')
  await done('volume type delete swift')
})

it('volume group type commands create, change, list, show and delete group types', async () => {
  const made = await shown('volume group type create --private --description first alike')
  assert.deepEqual([made.Name, made['Is Public'], made.Properties], ['alike', false, {}])
  await done('volume group type set --name same --public --property a=1 --property b=2 alike')
  const changed = await shown('volume group type unset --property a same')
  assert.deepEqual([changed['Is Public'], changed.Properties], [true, { b: '2' }])
  const emptied = await shown('volume group type set --no-property --property c=3 same')
  assert.deepEqual(emptied.Properties, { c: '3' })
  assert.equal((await shown('volume group type show same')).ID, made.ID)
  assert.ok((await listed('volume group type list', 'Name')).includes('same'))
  await done('volume group type delete same')
  assert.ok(!(await listed('volume group type list', 'Name')).includes('same'))
})

it('volume group commands manage groups of volumes and their snapshots', async () => {
  const isReady = (line: string) =>
    eventually(async () => assert.equal((await shown(line)).Status, 'available'))
  await done('volume group type create together')
  await done('volume type create plain')
  const asked = 'volume group create --volume-group-type together'
  assert.match(await refused(asked), /--volume-types is a required argument/)
  assert.match(await refused('volume group create --name lone'), /Either --source-group/)
  await done(`${asked} --volume-type plain --name pair`)
  await isReady('volume group show pair')
  const renamed = await shown('volume group set --name couple --description both pair')
  assert.deepEqual([renamed.Name, renamed.Description], ['couple', 'both'])
  assert.deepEqual((await shown('volume group show --volumes couple')).Volumes, [])
  const { volume, projectId } = cloud().admin
  const within = { name: 'member', size: 1, volume_type: 'plain', group_id: renamed.ID }
  const { body } = await volume.post(`/v3/${projectId}/volumes`, { volume: within })
  await becomes('volume show member', 'available')
  assert.deepEqual((await shown('volume group show --volumes couple')).Volumes, [body.volume.id])
  await done('volume group snapshot create --name moment couple')
  await isReady('volume group snapshot show moment')
  assert.deepEqual(await listed('volume group snapshot list', 'Name'), ['moment'])
  const copy = await shown('volume group create --group-snapshot moment --name copy')
  await isReady('volume group show copy')
  await done('volume group snapshot delete moment')
  await eventually(async () => assert.deepEqual(await listed('volume group snapshot list', 'Name'), []))
  assert.match(await refused('volume group failover couple'), /replication/i)
  await done(`volume group delete --force ${copy.ID}`)
  await done('volume group delete --force couple')
  await eventually(async () => assert.deepEqual(await listed('volume group list', 'Name'), []))
})

it('consistency group commands manage consistency groups and their snapshots', async () => {
  const asked = 'consistency group create'
  assert.match(await refused(`${asked} lone`), /one of the arguments --volume-type/)
  const two = '--volume-type plain --consistency-group-source books'
  assert.match(await refused(`${asked} ${two}`), /not allowed with argument --volume-type/)
  const made = await shown(`${asked} --volume-type plain --description first books`)
  assert.equal(made.name, 'books')
  await becomes('consistency group show books', 'available')
  await done('consistency group set --name ledgers books')
  const { volume, projectId } = cloud().admin
  const within = { name: 'page', size: 1, volume_type: 'plain', consistencygroup_id: made.id }
  await volume.post(`/v3/${projectId}/volumes`, { volume: within })
  await becomes('volume show page', 'available')
  await done('consistency group remove volume ledgers page')
  assert.equal((await shown('volume show page')).consistencygroup_id, null)
  await done('consistency group add volume ledgers page')
  assert.equal((await shown('volume show page')).consistencygroup_id, made.id)
  const [row] = await shown('consistency group list --long')
  assert.deepEqual([row.Name, row.Description, row['Volume Types'].length], ['ledgers', 'first', 1])
  await done('consistency group snapshot create --consistency-group ledgers moment')
  await becomes('consistency group snapshot show moment', 'available')
  const ofGroup = '--consistency-group ledgers --status available'
  const [taken] = await shown(`consistency group snapshot list --long ${ofGroup}`)
  assert.deepEqual([taken.Name, taken['ConsistencyGroup ID']], ['moment', made.id])
  await done(`${asked} --consistency-group-snapshot moment copy`)
  await becomes('consistency group show copy', 'available')
  await done('consistency group snapshot delete moment')
  await eventually(async () => assert.deepEqual(await listed('consistency group snapshot list', 'Name'), []))
  assert.match(await refused('consistency group delete ledgers'), /not empty/)
  await done('consistency group delete --force ledgers copy')
  await eventually(async () => assert.deepEqual(await listed('consistency group list', 'Name'), []))
})

it('block storage commands list no clusters, and list and show resource filters', async () => {
  const clusters = 'block storage cluster'
  assert.deepEqual(await shown(`${clusters} list --long --up --num-hosts 2`), [])
  assert.match(await refused(`${clusters} show none`), /none could not be found/)
  assert.match(await refused(`${clusters} set --disable --disable-reason repair none`), /could not be found/)
  assert.match(await refused(`${clusters} set --disable-reason repair none`), /without --disable/)
  const filters = 'block storage resource filter'
  assert.ok((await listed(`${filters} list`, 'Resource')).includes('volume'))
  const { resource, filters: known } = await shown(`${filters} show group_snapshot`)
  assert.deepEqual([resource, known], ['group_snapshot', ['name', 'status', 'group_id']])
  assert.match(await refused(`${filters} show nothing`), /No resource filter with a name of 'nothing' exists/)
})

it('volume backend, manageable and summary commands show back ends and what is on them', async () => {
  const hosts = await listed('volume service list --service cinder-volume', 'Host')
  const pools: readonly string[] = await listed('volume backend pool list', 'Name')
  assert.deepEqual(pools.map((pool) => pool.split('#')[0]).sort(), hosts.toSorted())
  const [pool] = await shown('volume backend pool list --long')
  assert.equal(typeof pool.Capabilities.free_capacity_gb, 'number')
  const keys = await listed(`volume backend capability show ${hosts[0]}`, 'Key')
  assert.ok(keys.length > 0)
  assert.match(
    await refused(`volume host failover --volume-backend other ${hosts[0]}`),
    /replication|failover/i,
  )

  const volume = await shown('volume show disk')
  const place = volume['os-vol-host-attr:host']
  const [there] = await shown(`block storage volume manageable list --long ${place}`)
  assert.deepEqual([there.cinder_id, there.safe_to_manage], [volume.id, false])
  assert.deepEqual(await shown(`block storage snapshot manageable list ${place}`), [])
  assert.match(await refused('block storage volume manageable list'), /Either <host> or '--cluster/)
  assert.deepEqual(await shown('block storage cleanup --host nowhere'), [])

  const all = await shown('volume list --all-projects')
  const summary = await shown('volume summary --all-projects')
  assert.deepEqual(Object.keys(summary), ['Total Count', 'Total Size'])
  assert.equal(summary['Total Count'], all.length)
  const { Metadata: metadata } = await shown('volume summary --os-volume-api-version 3.36')
  assert.deepEqual(metadata, { b: ['2'] })
})

it('volume service set disables and enables a service; volume attachment list lists attachments', async () => {
  const [host = ''] = await listed('volume service list --service cinder-volume', 'Host')
  await done(`volume service set --disable --disable-reason repair ${host} cinder-volume`)
  const [service] = await shown('volume service list --long --service cinder-volume')
  assert.deepEqual([service.Status, service['Disabled Reason']], ['disabled', 'repair'])
  await done(`volume service set --enable ${host} cinder-volume`)
  assert.deepEqual(await shown('volume attachment list'), [])
})

it('block storage log level commands show and change the log level of a service', async () => {
  const atVersion = '--os-volume-api-version 3.32'
  const levels = `block storage log level list --service cinder-scheduler ${atVersion}`
  assert.deepEqual(await listed(levels, 'Level'), ['INFO'])
  await done(`block storage log level set --service cinder-scheduler debug ${atVersion}`)
  assert.deepEqual(await listed(levels, 'Level'), ['DEBUG'])
  assert.match(await refused(`block storage log level set loud ${atVersion}`), /invalid choice: 'loud'/)
})

it('image commands share an image with a project, and remove properties and tags', async () => {
  await done('project create friends')
  await done('image set --shared --property colour=blue --tag new blank')
  const { member_id: member } = await shown('image add project blank friends')
  assert.deepEqual(await listed('image member list blank', 'Member ID'), [member])
  await done('image remove project blank friends')
  assert.deepEqual(await listed('image member list blank', 'Member ID'), [])
  await done('image unset --property colour --tag new blank')
  const { properties, tags } = await shown('image show blank')
  assert.deepEqual([properties?.colour, tags], [undefined, []])
})

it('image stage and image import import an image, and copy it to another store', async () => {
  assert.deepEqual((await shown('image import info'))['import-methods'].includes('glance-direct'), true)
  await done('image create staged')
  await done('image stage --file /etc/hostname --progress staged')
  assert.equal((await shown('image show staged')).status, 'uploading')
  const { status, size } = await shown('image import --wait staged')
  assert.deepEqual([status, size], ['active', (await stat('/etc/hostname')).size])

  const stores = await listed('image stores list', 'ID')
  const has = (await shown('image show staged')).properties.stores
  const further = stores.find((store) => !has.split(',').includes(store))
  assert.ok(further, 'the cloud has another store')
  const copied = await shown(`image import --method copy-image --store ${further} --wait staged`)
  assert.deepEqual(copied.properties.stores.split(',').sort(), [has, further].sort())

  const [task = ''] = await listed('image task list --status success --limit 1', 'ID')
  assert.equal((await shown(`image task show ${task}`)).type, 'api_image_import')
  await done('image delete staged')
})

it('image import refuses options that do not fit the method', async () => {
  assert.match(await refused('image import blank'), /Image with status active cannot be target for import/)
  assert.match(await refused('image import --method web-download blank'), /'--uri' option is required/)
  assert.match(
    await refused('image import --uri http://127.0.0.1/a blank'),
    /'--uri' option is only supported/,
  )
  assert.match(await refused('image import --method copy-image blank'), /'--store' or '--all-stores'/)
  const remote = '--remote-region other --remote-image 3f0fb7d4-7a3e-4a2c-9b53-34d4f0c2a111'
  const download = `image import --method glance-download ${remote} blank`
  assert.match(await refused(download), /'glance-download' import method is not supported by this deployment/)
})

it('image create --import uploads an image by an import', async () => {
  const { id, status } = await shown('image create --import --file /etc/hostname brought')
  assert.ok(['importing', 'active'].includes(status))
  await becomes(`image show ${id}`, 'active')
  await done('image delete brought')
})

it('image set --accept accepts a shared image for a project', async () => {
  await done('project create readers')
  await done('image set --shared blank')
  await done('image add project blank readers')
  assert.equal((await shown('image member get blank readers')).status, 'pending')
  await done('image set --accept --project readers blank')
  assert.equal((await shown('image member get blank readers')).status, 'accepted')
  await done('image set --os-distro debian --architecture x86_64 blank')
  const { properties, owner } = await shown('image show blank')
  assert.deepEqual([properties.os_distro, properties.architecture], ['debian', 'x86_64'])
  assert.notEqual(owner, (await shown('project show readers')).id)
})
