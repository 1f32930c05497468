import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { makeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { serverId } from './order.testing.ts'
import { tpmIn, tpmStates } from './tpm-state.ts'

const crb = { version: '2.0', model: 'tpm-crb' }

const definition = `<domain type='qemu'>
  <devices>
    <tpm model='tpm-crb'>
      <backend type='emulator' version='2.0'>
        <encryption secret='${serverId}'/>
      </backend>
    </tpm>
  </devices>
</domain>`

/** A host with a server that has a TPM; its state is a word. */
const hostOf = async (t: TestContext) => {
  const instances = await mkdtemp(join(tmpdir(), 'nimbo-tpm-'))
  t.after(() => rm(instances, { recursive: true }))
  const host = hostWithoutLibvirt(instances, 'here')
  const domain = { name: 'one', uuid: serverId, id: -1 }
  const domains = { ...host.domains, find: async () => domain, xml: async () => definition }
  const { directory } = serverPaths(instances, serverId)
  await makeServerDirectory(directory, 'here')
  const place = join(host.swtpmDir, serverId)
  const state = join(place, 'tpm2', 'tpm2-00.permall')
  const write = async (word: string): Promise<void> => {
    await mkdir(join(place, 'tpm2'), { recursive: true, mode: 0o700 })
    await writeFile(state, word, { mode: 0o600 })
    await writeFile(join(place, 'tpm2', '.lock'), '')
  }
  await write('first')
  const read = (): Promise<string> => readFile(state, 'utf8')
  return { ...{ directory, place, state, write, read }, tpms: tpmStates({ ...host, domains }) }
}

test('the TPM of a domain is read from its XML', () => {
  assert.deepEqual(tpmIn(definition), crb)
  assert.equal(tpmIn('<domain><devices/></domain>'), undefined)
})

test('the state of a TPM goes to the directory of its server and back, as often as it is asked for', async (t) => {
  const { tpms, directory, place, state, read } = await hostOf(t)
  for (let time = 0; time < 2; time += 1) await tpms.save(serverId, directory)
  assert.deepEqual((await readdir(directory)).toSorted(), ['host', 'tpm.2.0.tpm-crb'])
  for (let time = 0; time < 2; time += 1) await tpms.forget(serverId)
  assert.ok(!existsSync(place))
  // A host that was killed has left a part of it.
  await mkdir(`${place}.part`)
  for (let time = 0; time < 2; time += 1) await tpms.restore(serverId, crb, directory)
  assert.equal(await read(), 'first')
  assert.deepEqual(await readdir(join(place, 'tpm2')), ['tpm2-00.permall'])
  assert.deepEqual(
    [(await stat(state)).mode & 0o777, (await stat(join(place, 'tpm2'))).mode & 0o777],
    [0o600, 0o700],
  )
  assert.deepEqual(await readdir(directory), ['host'])
})

test('the state that a guest has changed since is not replaced when its move is repeated', async (t) => {
  const { tpms, directory, write, read } = await hostOf(t)
  await tpms.save(serverId, directory)
  await write('second')
  await tpms.restore(serverId, crb, directory)
  assert.equal(await read(), 'second')
})

test('a TPM of another version or model does not get the state, and a server without one neither', async (t) => {
  const { tpms, directory, place } = await hostOf(t)
  for (const wanted of [{ ...crb, version: '1.2' }, { ...crb, model: 'tpm-tis' }, undefined]) {
    await writeFile(join(directory, 'tpm.2.0.tpm-crb'), 'of before')
    await tpms.forget(serverId)
    await tpms.restore(serverId, wanted, directory)
    assert.ok(!existsSync(place))
    assert.deepEqual(await readdir(directory), ['host'])
  }
})

test('a host does not delete the state of a server whose files belong to another one', async (t) => {
  const { tpms, directory, read } = await hostOf(t)
  await writeFile(join(directory, 'host'), 'there\n')
  await tpms.forget(serverId)
  assert.equal(await read(), 'first')
})
