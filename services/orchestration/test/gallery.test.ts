import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { stacksOf } from './stacks-story.ts'

const gallery = join(import.meta.dirname, '../../../docs/templates')

let machine: { readonly image: string; readonly flavor: string }

const cloud = ownCloud({}, async ({ admin }) => {
  machine = { image: await makeImage(admin), flavor: await makeFlavor(admin) }
  for (const [name, cidr, external] of [
    ['public', '198.51.100.0/24', true],
    ['private', '10.99.0.0/24', false],
  ] as const) {
    const made = await admin.network.post('/v2.0/networks', {
      network: { name, 'router:external': external, shared: !external },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const network_id = made.body.network.id
    await admin.network.post('/v2.0/subnets', { subnet: { network_id, cidr, ip_version: 4 } })
  }
})
const stacks = stacksOf(() => cloud().admin)

const read = (name: string) => readFile(join(gallery, name), 'utf8')

interface Stack {
  readonly place: string
  outputs(): Promise<Readonly<Record<string, unknown>>>
  resources(): Promise<readonly { readonly resource_name: string; readonly physical_resource_id: string }[]>
  delete(): Promise<void>
}

const begin = async (name: string, parameters: object, files: readonly string[] = []): Promise<Stack> => {
  const texts: Record<string, string> = {}
  for (const file of files) texts[file] = await read(file)
  const template = await read(`${name}.yaml`)
  const place = await stacks.create(name, template, { parameters, files: texts })
  return {
    place,
    outputs: async () => {
      const { outputs } = await stacks.settled(place)
      return Object.fromEntries(
        outputs.map((one: { output_key: string; output_value: unknown }) => [
          one.output_key,
          one.output_value,
        ]),
      )
    },
    resources: async () => (await stacks.door.get(stacks.path(`${place}/resources`))).body.resources,
    delete: async () => {
      assert.equal((await stacks.door.delete(stacks.path(place))).status, 204)
      await stacks.gone(place)
    },
  }
}

const complete = async (stack: Stack): Promise<Stack> => {
  const { stack_status, stack_status_reason } = await stacks.settled(stack.place)
  assert.equal(stack_status, 'CREATE_COMPLETE', stack_status_reason)
  return stack
}

test('network-and-server: a server on its own network gets a floating IP', async () => {
  const stack = await complete(await begin('network-and-server', { ...machine, public_network: 'public' }))
  const { address, inner_address } = await stack.outputs()
  assert.match(String(address), /^198\.51\.100\./)
  assert.match(String(inner_address), /^10\.10\.0\./)
  await stack.delete()
})

/** Signals a handle of a stack as a guest does, with its `curl_cli`. */
const tell = async ({ place }: Stack, handle: string, said: object): Promise<void> => {
  const { resource } = (await stacks.door.get(stacks.path(`${place}/resources/${handle}`))).body
  const [, address = ''] = /'(http[^']+)'$/.exec(resource.attributes.curl_cli) ?? []
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(address, { method: 'POST', body: JSON.stringify(said), headers })
  assert.ok(reply.ok, `${reply.status} ${await reply.text()}`)
}

test('three-tier: the stack completes once all four servers have signalled', async () => {
  const files = ['web-server.yaml']
  const stack = await begin('three-tier', { ...machine, public_network: 'public' }, files)
  await until(
    async () => (await stack.resources()).some((one) => one.resource_name === 'database'),
    'the database server',
  )
  for (const id of ['web-0', 'web-1', 'app', 'database']) await tell(stack, 'up', { id, data: 'is up' })
  await complete(stack)
  const { web, password, said, public_address } = await stack.outputs()
  assert.deepEqual(Object.keys(JSON.parse(String(said))).length, 4)
  assert.match(String(public_address), /^198\.51\.100\./)
  assert.equal(Array.isArray(web) && web.length, 2)
  assert.match(String(password), /^\w{32}$/)
  const { servers } = (await cloud().admin.compute.get('/servers')).body
  assert.equal(servers.length, 4)
  await stack.delete()
  assert.deepEqual((await cloud().admin.compute.get('/servers')).body.servers, [])
})

const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  const end = Date.now() + 60_000
  for (let wait = 20; !(await isSo()); wait = Math.min(wait * 1.5, 300)) {
    if (Date.now() > end) throw new Error(`${what} does not come`)
    await pause(wait)
  }
}

test('scaling-group: calling the alarm URLs makes the group grow and shrink within its limits', async () => {
  const stack = await complete(await begin('scaling-group', { ...machine, network: 'private' }))
  const { more, fewer, size } = await stack.outputs()
  assert.equal(size, 1)
  const servers = async () => (await cloud().admin.compute.get('/servers')).body.servers.length
  // A group with an action in progress ignores scaling signals.
  const isAtRest = async () => {
    const { physical_resource_id: id } = (await stack.resources()).find(
      ({ resource_name }) => resource_name === 'group',
    ) ?? { physical_resource_id: '' }
    const { body } = await stacks.door.get(stacks.path(`/stacks/${id}`))
    return /_COMPLETE$/.test(body.stack.stack_status)
  }
  const call = async (url: unknown, expected: number) => {
    await until(isAtRest, 'the end of the action in progress')
    const reply = await fetch(String(url), { method: 'POST' })
    assert.ok(reply.ok, `${reply.status} ${await reply.text()}`)
    await until(async () => (await stack.outputs()).size === expected, `a group of ${expected}`)
    await until(async () => (await servers()) === expected, `${expected} servers`)
  }
  await call(more, 2)
  await call(more, 3)
  await call(more, 3)
  await call(fewer, 2)
  assert.equal(((await stack.outputs()).addresses as readonly string[]).length, 2)
  await stack.delete()
  assert.equal(await servers(), 0)
})

test('wait-for-guest: the stack completes when its server has signalled', async () => {
  const stack = await begin('wait-for-guest', { ...machine, network: 'private' })
  await until(
    async () =>
      (await stack.resources()).some((one) => one.resource_name === 'server' && one.physical_resource_id),
    'the server',
  )
  await tell(stack, 'ready', { status: 'SUCCESS', data: 'up' })
  await complete(stack)
  assert.deepEqual(JSON.parse(String((await stack.outputs()).said)), { 1: 'up' })
  await stack.delete()
})

test('volume-and-backup: the volume is deleted with its stack, its backup stays', async () => {
  const stack = await complete(await begin('volume-and-backup', { ...machine, network: 'private' }))
  const { volume } = await stack.outputs()
  await stack.delete()
  const { volume: volumes } = cloud().admin
  assert.equal((await volumes.get(`/v3/volumes/${volume}`)).status, 404)
  const { backups } = (await volumes.get(`/v3/backups/detail?volume_id=${volume}`)).body
  assert.deepEqual(
    backups.map(({ status, size }: { status: string; size: number }) => [status, size]),
    [['available', 1]],
  )
})

test('configured-server: the stack generates a key pair and a password, and deletes the key pair', async () => {
  const stack = await complete(await begin('configured-server', { ...machine, network: 'private' }))
  const { private_key, password } = await stack.outputs()
  assert.match(String(private_key), /PRIVATE KEY/)
  assert.equal(String(password).length, 20)
  await stack.delete()
  assert.deepEqual((await cloud().admin.compute.get('/os-keypairs')).body.keypairs, [])
})
