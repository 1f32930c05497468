import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { commandsOnACloud } from './printed.ts'

const { cloud, done, refused, shown, listed } = commandsOnACloud()

it('secret commands store, show, list, update and delete secrets', async () => {
  const made = await shown('secret store --name door --payload sesame')
  assert.deepEqual([made.Name, made.Status, made['Content types']], ['door', 'ACTIVE', 'text/plain'])
  const href = made['Secret href']
  assert.equal((await shown(`secret get --payload ${href}`)).Payload, 'sesame')
  assert.equal((await shown(`secret get ${href.split('/').at(-1)}`))['Secret href'], href)
  assert.deepEqual(await listed('secret list --name door', 'Secret href'), [href])
  const later = (await shown('secret store --name later'))['Secret href']
  await done(`secret update ${later} filled`)
  assert.equal((await shown(`secret get -p ${later}`)).Payload, 'filled')
  assert.match(await refused(`secret update ${later} again`), /already has data/)
  await done(`secret delete ${href}`)
  assert.match(await refused(`secret get ${href}`), /Secret not found/)
})

it('secret store takes a payload from a file, and secret get writes it to one that only its owner can read', async () => {
  await using home = await temporaryDirectory()
  const [from, to] = [join(home.path, 'from'), join(home.path, 'to')]
  const bytes = Buffer.from([0, 1, 254, 255])
  await writeFile(from, bytes)
  const { 'Secret href': href } = await shown(`secret store --name bytes --file ${from}`)
  await done(`secret get --file ${to} ${href}`)
  assert.deepEqual(await readFile(to), bytes)
  assert.equal((await stat(to)).mode & 0o777, 0o600)
})

it('secret container, secret consumer and acl commands manage containers, consumers and access', async () => {
  const href = (await shown('secret store --name part --payload x'))['Secret href']
  const box = (await shown(`secret container create --name box -s part=${href}`))['Container href']
  assert.equal((await shown(`secret container get ${box}`)).Secrets, `part=${href}`)
  assert.deepEqual(await listed('secret container list', 'Name'), ['box'])
  const user = `--service-type-name image --resource-type image --resource-id one ${href}`
  await done(`secret consumer create ${user}`)
  assert.deepEqual(await listed(`secret consumer list ${href}`, 'Resource id'), ['one'])
  await done(`secret consumer delete ${user}`)
  const { userId } = cloud().admin
  const [added] = await shown(`acl user add --user ${userId} --no-project-access ${href}`)
  assert.deepEqual([added['Project Access'], added.Users], [false, [userId]])
  const [removed] = await shown(`acl user remove --user ${userId} ${href}`)
  assert.deepEqual(removed.Users, [])
  await done(`acl delete ${href}`)
  assert.deepEqual(await listed(`acl get ${box}`, 'Operation Type'), ['read'])
  await done(`secret container delete ${box}`)
})

it('secret order create has a key generated', async () => {
  const order = await shown('secret order create --name made --bit-length 128 key')
  assert.deepEqual([order.Type, order.Status], ['Key', 'ACTIVE'])
  assert.equal((await shown(`secret get ${order['Secret href']}`))['Bit length'], 128)
  assert.match(await refused('secret order create certificate'), /invalid choice: 'certificate'/)
  await done(`secret order delete ${order['Order href']}`)
})
