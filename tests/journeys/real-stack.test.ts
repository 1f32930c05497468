import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { messageOf } from '@nimbo/kernel/errors'
import { type Client, signIn } from '@nimbo/testkit/client'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { nimboUp } from '@nimbo/testkit/nimbo-process'
import { ownedDirectory } from '@nimbo/testing/owned-directory'

/** Long, for four guests that QEMU emulates (TCG) on a busy machine. */
const patience = { withinMs: 600_000, everyMs: 1_000 }
const gallery = join(import.meta.dirname, '../../docs/templates')

const read = (name: string) => readFile(join(gallery, name), 'utf8')

const consolesOf = async ({ compute }: Client): Promise<string> => {
  const { servers } = (await compute.get('/servers')).body
  const shown = servers.map(async ({ id, name }: { id: string; name: string }) => {
    const { body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': { length: 15 } })
    return `${name}:\n${body.output}`
  })
  return (await Promise.all(shown)).join('\n\n')
}

/** In the embedded shape only, as `nimbo up` starts it for real guests: the host is their gateway, so they can signal the API. */
test('a three-tier stack of real guests is complete once its guests have signalled that they are up', {
  skip: await guestsMissing(),
}, async () => {
  await using directory = await ownedDirectory('nimbo-stack-')
  await chmod(directory.path, 0o711)
  await using up = await nimboUp(join(directory.path, 'state'), '--hypervisor', 'libvirt')
  const { username, password, projectName: project } = up.ready.credentials
  const admin = await signIn(up.url, { username, password, project })
  const tiny = await tinyImage()
  const image = await makeImage(admin, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
  const flavor = await makeFlavor(admin, { name: 'm1.nano', ram: 128, disk: 1 })

  const { orchestration, projectId } = admin
  const root = orchestration.url.includes(projectId) ? '' : `/v1/${projectId}`
  const made = await orchestration.post(`${root}/stacks`, {
    stack_name: 'tiers',
    template: await read('three-tier.yaml'),
    files: { 'web-server.yaml': await read('web-server.yaml') },
    parameters: { image, flavor, public_network: 'public' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `${root}/stacks/tiers/${made.body.stack.id}`
  const becomes = (wanted: string) =>
    eventually(async () => {
      const { stack } = (await orchestration.get(path)).body
      const told = `${stack.stack_status}: ${stack.stack_status_reason}`
      assert.equal(stack.stack_status, wanted, told)
      return stack
    }, patience)

  let stack: { readonly outputs: readonly { readonly output_key: string; readonly output_value: string }[] }
  try {
    stack = await becomes('CREATE_COMPLETE')
  } catch (error) {
    assert.fail(`${messageOf(error)}\n${await consolesOf(admin)}`)
  }
  const outputs = new Map(stack.outputs.map(({ output_key, output_value }) => [output_key, output_value]))
  const said: Readonly<Record<string, string>> = JSON.parse(outputs.get('said') ?? '{}')
  assert.deepEqual(Object.keys(said).sort(), ['app', 'database', 'web-0', 'web-1'])
  assert.equal(said.database, 'has its volume')
  assert.match(said['web-0'] ?? '', /^asks 10\.20\.0\.\d+$/)
  // Through the floating IP and the router, to a guest behind them.
  await eventually(async () => {
    const reply = await fetch(`http://${outputs.get('public_address')}/`, {
      signal: AbortSignal.timeout(5_000),
    })
    assert.match(await reply.text(), /^web 0 asks 10\.20\.0\./)
  }, patience)

  assert.equal((await orchestration.delete(path)).status, 204)
  await becomes('DELETE_COMPLETE')
  assert.deepEqual((await admin.compute.get('/servers')).body.servers, [])
  assert.equal(await up.end('SIGTERM'), 0)
})
