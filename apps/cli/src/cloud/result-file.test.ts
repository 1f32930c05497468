import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startDoubleCloud } from '../../test/double-cloud.ts'
import { runAgainst } from '../../test/run-cli.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimbo-cli-'))
})
after(() => rm(folder, { recursive: true }))

test('keypair create --private-key writes the key to a file that only its owner can read', async () => {
  await using cloud = await startDoubleCloud()
  const file = join(folder, 'readable')
  await writeFile(file, 'something else that is longer than nothing\n', { mode: 0o644 })
  assert.equal((await runAgainst(cloud, `keypair create --private-key ${file} laptop`)).code, 0)
  assert.match(
    await readFile(file, 'utf8'),
    /^-----BEGIN RSA PRIVATE KEY-----\n[\w+/=\n]+-----END RSA PRIVATE KEY-----\n$/,
  )
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('a private key is kept when the key pair that was to replace it is refused', async () => {
  await using cloud = await startDoubleCloud()
  const conflict = { conflictingRequest: { code: 409, message: "Key pair 'laptop' already exists." } }
  cloud.reply('POST /compute/v2.1/os-keypairs', { status: 409, body: conflict })
  const file = join(folder, 'key')
  await writeFile(file, 'the only copy of the private key\n')
  const { code, stderr } = await runAgainst(cloud, `keypair create --private-key ${file} laptop`)
  assert.equal(code, 1)
  assert.match(stderr, /already exists/)
  assert.equal(await readFile(file, 'utf8'), 'the only copy of the private key\n')
  await runAgainst(cloud, `keypair create --private-key ${join(folder, 'refused')} laptop`)
  assert.ok(!(await readdir(folder)).includes('refused'))
})

test('no key pair is created when its private key cannot be written', async () => {
  await using cloud = await startDoubleCloud()
  const file = join(folder, 'nowhere', 'key')
  const { code, stderr } = await runAgainst(cloud, `keypair create --private-key ${file} laptop`)
  assert.equal(code, 1)
  assert.match(stderr, /^Cannot write .*nowhere.*ENOENT/)
  assert.ok(!cloud.received.some(({ method, path }) => method === 'POST' && path.endsWith('/os-keypairs')))
})
