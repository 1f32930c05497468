import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud(
  'flavor create --ram 64 --disk 1 small',
  'network create --external outside',
  'subnet create --network outside --subnet-range 203.0.113.0/24 outside4',
  'network create kept',
  'router create kept',
  'security group create kept',
  'volume create --size 1 kept',
  'project create leaving',
)

const options = (id: string) => `--os-project-id ${id}`

/** Gives the project one of most things, wired to each other; returns the options of a command in it. */
const furnished = async (): Promise<string> => {
  const { id } = await shown('project show leaving')
  const { user_id } = await shown('token issue')
  await done(`role add --project leaving --user ${user_id} admin`)
  const inside = options(id)
  const lines = [
    'network create wire',
    'subnet create --network wire --subnet-range 10.9.0.0/24 wire4',
    'router create --external-gateway outside way',
    'router add subnet way wire4',
    'router set --route destination=10.1.0.0/24,gateway=10.9.0.9 way',
    'router create lonely',
    'security group create doors',
    'port create --network wire --security-group doors spare',
    'image create --disk-format raw --container-format bare --file /etc/hostname own',
    'server create --flavor small --image own --network wire --wait going',
    'volume create --size 1 full',
    'container create box',
    'object create box /etc/hostname',
  ]
  for (const line of lines) await done(`${inside} ${line}`)
  const { id: floating } = await shown(`${inside} floating ip create outside`)
  const { id: port } = await shown(`${inside} port show spare`)
  await done(`${inside} floating ip set --port ${port} ${floating}`)
  await eventually(async () => assert.equal((await shown(`${inside} volume show full`)).status, 'available'))
  return inside
}

const cleanup = 'project cleanup --project leaving'
const foundWith = async (more: string) =>
  (await listed(`${cleanup} --dry-run ${more}`.trim(), 'Type')).toSorted()

it('project cleanup lists, and deletes when approved, what a project has, and nothing of others', async () => {
  const inside = await furnished()
  assert.match(await refused('project cleanup'), /one of the arguments --auth-project --project is required/)
  assert.match(await refused(`${cleanup} --dry-run --auto-approve`), /not allowed with argument/)
  assert.match(await refused(`${cleanup} --created-before noon`), /invalid time: 'noon'/)
  const all = await foundWith('')
  assert.deepEqual(
    [...new Set(all)],
    [
      'Container',
      'FloatingIP',
      'Image',
      'Network',
      'Object',
      'Port',
      'Router',
      'SecurityGroup',
      'Server',
      'Subnet',
      'Volume',
    ],
  )
  assert.deepEqual(await foundWith('--created-before 2001-01-01T00:00:00'), [])
  assert.deepEqual(await foundWith('--skip-resource compute.server'), [
    ...['Container', 'FloatingIP', 'Image', 'Object', 'Router', 'SecurityGroup', 'Volume'],
  ])

  // The terminal of these tests answers nothing.
  await done(cleanup)
  assert.deepEqual(await foundWith(''), all)
  await done(`${cleanup} --auto-approve`)
  assert.deepEqual(await foundWith(''), [])
  assert.deepEqual(await listed(`${inside} server list`, 'Name'), [])
  const names = async (what: string) => (await listed(`${what} list`, 'Name')).toSorted()
  assert.deepEqual(await names('network'), ['kept', 'outside'])
  assert.deepEqual(await names('router'), ['kept'])
  assert.deepEqual(await names('volume'), ['kept'])
  assert.ok((await names('security group')).includes('kept'))
  assert.equal((await shown('project show leaving')).name, 'leaving')
})

it('project cleanup with --created-before deletes also what is that old and connected', async () => {
  await furnished()
  const future = '--created-before 2099-01-01T00:00:00'
  const found = await foundWith(future)
  assert.deepEqual(
    [...new Set(found)],
    ['FloatingIP', 'Image', 'Network', 'Port', 'Router', 'SecurityGroup', 'Server', 'Subnet', 'Volume'],
  )
  await done(`${cleanup} --auto-approve ${future} --skip-resource block_storage.volume`)
  assert.deepEqual(await foundWith(future), ['Volume'])
})
