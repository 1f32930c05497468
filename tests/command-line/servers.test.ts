import assert from 'node:assert/strict'
import { it } from 'node:test'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { commandsOnACloud } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloud(
  'flavor create --ram 64 --disk 1 small',
  'image create --disk-format raw --container-format bare --file /etc/hostname --property team=red blank',
  'server create --flavor small --image blank --no-network --wait web',
)

it('flavor set --no-property removes the properties before it sets others', async () => {
  await done('flavor create --ram 64 --disk 1 --property a=1 --property b=2 tiny')
  await done('flavor set --no-property --property c=3 tiny')
  assert.deepEqual((await shown('flavor show tiny')).properties, { c: '3' })
  await done('flavor set --no-property tiny')
  assert.deepEqual((await shown('flavor show tiny')).properties, {})
  await done('flavor delete tiny')
})

it('keypair list --project lists the key pairs of the users of a project, and of no others', async () => {
  await done('project create crew')
  for (const name of ['alice', 'bob']) {
    await done(`user create --password secret ${name}`)
    await done(`keypair create --user ${name} key-of-${name}`)
  }
  await done('role add --project crew --user alice member')
  assert.deepEqual(await listed('keypair list --project crew', 'Name'), ['key-of-alice'])
  assert.match(await refused('keypair list --project crew --user bob'), /not allowed with argument --user/)
  assert.match(await refused('keypair list --project crew --marker x'), /not allowed with argument --project/)
  const old = '--os-compute-api-version 2.9'
  assert.match(await refused(`${old} keypair list --project crew`), /2\.10 or greater is required/)
})

it('server create --image-property takes the image with the properties', async () => {
  const without = 'server create --flavor small --no-network --image-property team=blue none'
  assert.match(await refused(without), /No images match the property expected by --image-property/)
  const both = 'server create --flavor small --image blank --image-property team=red --no-network none'
  assert.match(await refused(both), /--image-property: not allowed with argument --image/)
  const made = await shown(
    'server create --flavor small --image-property team=red --image-property status=active --no-network --wait found',
  )
  assert.match(made.image, /^blank \(/)
  await done('server delete --wait found')
})

it('server create --block-device-mapping attaches volumes, and refuses what it does not understand', async () => {
  const { id } = await shown('volume create --size 1 disk')
  await volumeInStatus(cloud().admin, id, 'available')
  const create = 'server create --flavor small --image blank --no-network --wait --block-device-mapping'
  for (const [mapping, complaint] of [
    ['vdb', /must be of form/],
    ['vdb=a:volume:1:true:more', /must be of form/],
    ['vdb=a:tape', /must be one of: volume, snapshot, image/],
    ['vdb=disk:volume:big', /must be a whole number/],
    ['vdb=disk:volume::maybe', /must be true or false/],
    ['vdb=nothing', /No Volume found for nothing/],
  ] as const)
    assert.match(await refused(`${create} ${mapping} none`), complaint)
  await done(`${create} vdb=disk:::true mapped`)
  const [attached] = await shown('server volume list mapped')
  assert.deepEqual([attached['Volume ID'], attached['Delete On Termination?']], [id, true])
  await done('server delete --wait mapped')
})

it('server lock --reason tells why, and an older microversion, which has no reasons, locks nothing', async () => {
  const old = '--os-compute-api-version 2.72'
  assert.match(await refused(`${old} server lock --reason audit web`), /2\.73 or greater is required/)
  assert.equal((await shown('server show web')).locked, false)
  await done('server lock --reason audit web')
  const { locked, locked_reason } = await shown('server show web')
  assert.deepEqual([locked, locked_reason], [true, 'audit'])
  await done('server unlock web')
  await done('server lock web')
  assert.equal((await shown('server show web')).locked_reason, null)
  await done('server unlock web')
})

it('server set adds tags and changes the hostname, and refuses other states', async () => {
  await done('server set --tag blue --tag green --hostname front web')
  const { tags, 'OS-EXT-SRV-ATTR:hostname': hostname } = await shown('server show web')
  assert.deepEqual([[...tags].sort(), hostname], [['blue', 'green'], 'front'])
  assert.match(await refused('server set --state paused web'), /invalid choice: 'paused'/)
  assert.match(await refused('server set --password a --no-password web'), /not allowed with/)
})

it('server list --progress lists the servers with that progress', async () => {
  const { progress } = await shown('server show web')
  assert.deepEqual(await listed(`server list --progress ${progress}`, 'Name'), ['web'])
  assert.deepEqual(await listed('server list --progress 42', 'Name'), [])
})

it('server rebuild sets and removes the key pair, and keeps no ephemeral disks that the hosts cannot keep', async () => {
  await done('keypair create own')
  await done('server rebuild --key-name own --wait web')
  assert.equal((await shown('server show web')).key_name, 'own')
  await done('server rebuild --key-unset --no-trusted-image-certs --no-preserve-ephemeral --wait web')
  const { key_name, trusted_image_certificates } = await shown('server show web')
  assert.deepEqual([key_name, trusted_image_certificates], [null, null])
  assert.match(await refused('server rebuild --preserve-ephemeral web'), /not support preserving/)
  for (const two of [
    '--trusted-image-cert one --no-trusted-image-certs',
    '--key-name own --key-unset',
    '--user-data /etc/hostname --no-user-data',
  ])
    assert.match(await refused(`server rebuild ${two} web`), /not allowed with argument/)
})

it('server rebuild overwrites the root volume of a server only with --reimage-boot-volume', async () => {
  await done('server create --flavor small --image blank --boot-from-volume 1 --no-network --wait rooted')
  assert.match(await refused('server rebuild --image blank rooted'), /ask for it with --reimage-boot-volume/)
  assert.match(
    await refused('server rebuild --image blank --no-reimage-boot-volume rooted'),
    /ask for it with --reimage-boot-volume/,
  )
  const old = '--os-compute-api-version 2.92'
  assert.match(
    await refused(`${old} server rebuild --image blank --reimage-boot-volume rooted`),
    /2\.93 or greater is required/,
  )
  await done('server rebuild --image blank --reimage-boot-volume --name anew --wait rooted')
  assert.equal((await shown('server show anew')).status, 'ACTIVE')
})

it('--variable is the former name of --column where one thing is shown', async () => {
  assert.equal(await done('server show web -f value --variable name'), 'web\n')
})
