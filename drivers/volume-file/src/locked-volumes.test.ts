import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { missingProgram } from '@nimbo/testing/missing-program'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { fileVolumes } from './file-volumes.ts'

const skip = missingProgram('qemu-io')
const gibibyte = 1024 ** 3
const lock = { passphrase: 'ab'.repeat(32), cipher: 'aes-xts-plain64', keySize: 256, version: 1 } as const
const marker = 'what nobody may read'

interface Opened {
  readonly home: string
  readonly path: string
}

/** Runs a qemu-io command on a volume that is opened with the passphrase. */
const inside = async ({ home, path }: Opened, passphrase: string, command: string): Promise<string> => {
  const file = join(home, 'passphrase')
  await writeFile(file, passphrase, { mode: 0o600 })
  const { stdout } = await promisify(execFile)('qemu-io', [
    ...['--object', `secret,id=lock,file=${file}`, '--image-opts', '-c', command],
    `driver=luks,key-secret=lock,file.driver=file,file.filename=${path}`,
  ])
  return stdout
}

/** The beginning of a sparse file, to which these tests write; the rest are holes. */
const storedIn = async (path: string): Promise<Buffer> => {
  const { stdout } = await promisify(execFile)('head', ['-c', '8M', path], {
    encoding: 'buffer',
    maxBuffer: 16_000_000,
  })
  return stdout
}

const world = async (home: string) => {
  const directory = join(home, 'volumes')
  const backend = fileVolumes({ directory })
  const pathOf = async (id: string) =>
    String((await backend.exports.open(id, { host: 'h' })).data.device_path)
  return { directory, backend, pathOf }
}

test('the file of an encrypted volume is LUKS, has no plain text, and needs the passphrase', {
  skip,
}, async () => {
  await using home = await temporaryDirectory()
  const { backend, directory, pathOf } = await world(home.path)
  await backend.volumes.create('v', 1, lock)
  const path = await pathOf('v')
  const pattern = join(home.path, 'pattern')
  await writeFile(pattern, marker.padEnd(512, '.'))
  await inside({ home: home.path, path }, lock.passphrase, `write -s ${pattern} 0 64k`)
  const read = await inside({ home: home.path, path }, lock.passphrase, 'read -v 0 512')
  assert.match(read, /what.nobody.may./)
  const { size, mode, blocks } = await stat(path)
  assert.deepEqual([size, mode & 0o777, blocks * 512 < 10_000_000], [gibibyte, 0o600, true])
  assert.ok(!(await storedIn(path)).includes(marker))
  assert.ok((await storedIn(path)).subarray(0, 4).equals(Buffer.from('LUKS')))
  await assert.rejects(inside({ home: home.path, path }, 'wrong', 'read 0 512'), /Invalid password/)
  assert.deepEqual(await readdir(directory), ['volume-v'])
})

test('copies, volumes from snapshots and extended volumes open with the same passphrase', {
  skip,
}, async () => {
  await using home = await temporaryDirectory()
  const { backend, pathOf } = await world(home.path)
  await backend.volumes.create('v', 1, lock)
  await inside({ home: home.path, path: await pathOf('v') }, lock.passphrase, 'write -P 90 0 64k')
  await backend.snapshots.create('s', 'v')
  await backend.volumes.createFromVolume('copy', 'v', 2)
  await backend.snapshots.createVolume('old', 's', 1, 'v')
  await backend.volumes.extend('v', 2)
  for (const id of ['v', 'copy', 'old'])
    await inside({ home: home.path, path: await pathOf(id) }, lock.passphrase, 'read -P 90 0 64k')
  const path = await pathOf('copy')
  await inside({ home: home.path, path }, lock.passphrase, 'write -P 91 1500M 64k')
})

test('an image is written encrypted into its volume, and to no other file', { skip }, async () => {
  await using home = await temporaryDirectory()
  const { backend, directory, pathOf } = await world(home.path)
  const content = Buffer.from(marker.padEnd(65_536, '.'))
  await backend.volumes.createFromImage('v', { content: Readable.from([content]), format: 'raw' }, 1, lock)
  const path = await pathOf('v')
  assert.match(await inside({ home: home.path, path }, lock.passphrase, 'read -v 0 512'), /what.nobody.may./)
  assert.ok(!(await storedIn(path)).includes(marker))
  assert.deepEqual(await readdir(directory), ['volume-v'])
  await backend.volumes.remove('v')
  assert.deepEqual(await readdir(directory), [])
})

test('an encrypted volume has the cipher and key size of its volume type', { skip }, async () => {
  await using home = await temporaryDirectory()
  const { backend, pathOf } = await world(home.path)
  for (const [id, cipher, keySize] of [
    ['a', 'aes-xts-plain64', 512],
    ['b', 'aes-cbc-essiv:sha256', 128],
    ['c', 'aes-cbc-plain64', 256],
  ] as const) {
    await backend.volumes.create(id, 1, { ...lock, cipher, keySize })
    const path = await pathOf(id)
    const { stdout } = await promisify(execFile)('qemu-img', ['info', '--output=json', path])
    const { data } = JSON.parse(stdout)['format-specific']
    const [, mode] = cipher.split('-')
    assert.deepEqual(
      [data['cipher-mode'], data['cipher-alg']],
      [mode, `aes-${mode === 'xts' ? 256 : keySize}`],
    )
    await inside({ home: home.path, path }, lock.passphrase, 'write -P 7 0 512')
  }
})

/** Whether a passphrase opens a volume: cryptsetup tests the key slots without a kernel device. */
const opens = (path: string, passphraseFile: string): Promise<boolean> =>
  promisify(execFile)('cryptsetup', ['open', '--test-passphrase', '--key-file', passphraseFile, path]).then(
    () => true,
    () => false,
  )

test('a LUKS 2 volume and its copy open with their passphrase only, and cannot be made of an image', {
  skip: missingProgram('cryptsetup'),
}, async () => {
  await using home = await temporaryDirectory()
  const { backend, directory, pathOf } = await world(home.path)
  await backend.volumes.create('v', 1, { ...lock, version: 2 })
  await backend.volumes.extend('v', 2)
  await backend.volumes.createFromVolume('copy', 'v', 2)
  const [right, wrong] = [join(home.path, 'right'), join(home.path, 'wrong')]
  await writeFile(right, lock.passphrase)
  await writeFile(wrong, 'another')
  for (const id of ['v', 'copy']) {
    const path = await pathOf(id)
    const { stdout } = await promisify(execFile)('cryptsetup', ['luksDump', path])
    assert.match(stdout, /Version:\s+2/)
    assert.match(stdout, /cipher: aes-xts-plain64/)
    assert.deepEqual([await opens(path, right), await opens(path, wrong)], [true, false])
    assert.equal((await stat(path)).size, 2 * gibibyte)
  }
  const image = { content: Readable.from([Buffer.from(marker)]), format: 'raw' }
  await assert.rejects(
    backend.volumes.createFromImage('w', image, 1, { ...lock, version: 2 }),
    /into LUKS version 2/,
  )
  assert.deepEqual(await readdir(directory), ['volume-copy', 'volume-v'])
})
