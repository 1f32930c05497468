import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '@nimbo/testing/free-port'
import { missingProgram } from '@nimbo/testing/missing-program'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'
import { manage } from '../manage/manage.ts'

const skip = missingProgram('qemu-storage-daemon') || missingProgram('qemu-io')

const issued = async (authority: string, directory: string, ...names: readonly string[]): Promise<string> => {
  const complaints: string[] = []
  const words = ['certificates', 'issue', '--authority', authority, '--directory', directory, ...names]
  const terminal = { say: () => {}, complain: (text: string) => void complaints.push(text) }
  assert.equal(await manage(words, terminal), 0, complaints.join(''))
  return directory
}

/** Access as by a guest's QEMU on another host; `certificates` are those of that host, if it has any. */
const io = async (
  data: Readonly<Record<string, unknown>>,
  certificates: string | undefined,
  ...commands: readonly string[]
): Promise<string> => {
  const credentials = { 'qom-type': 'tls-creds-x509', id: 'tls', dir: certificates, endpoint: 'client' }
  const secured = certificates !== undefined
  const file = {
    ...{ driver: 'nbd', server: { type: 'inet', host: data.host, port: String(data.port) } },
    ...{ export: data.export_name, ...(secured ? { 'tls-creds': 'tls' } : {}) },
  }
  const { stdout } = await promisify(execFile)('qemu-io', [
    ...(secured ? ['--object', JSON.stringify({ ...credentials, 'verify-peer': true })] : []),
    ...commands.flatMap((one) => ['-c', one]),
    `json:${JSON.stringify({ driver: 'raw', file })}`,
  ])
  return stdout
}

const byteOf = async (path: string, position: number): Promise<number> => {
  await using file = await open(path)
  return (await file.read(Buffer.alloc(1), 0, 1, position)).buffer.readUInt8(0)
}

test('a volume export can be used on another host only with a certificate of the same authority', {
  skip,
}, async () => {
  await using home = await ownedDirectory('nimbo-nbd-tls-')
  const at = (name: string) => join(home.path, name)
  const here = await issued(at('ca'), at('here'), 'storage.example', '127.0.0.1')
  const there = await issued(at('ca'), at('there'), 'compute.example')
  const stranger = await issued(at('other-ca'), at('stranger'), 'compute.example')
  for (const role of ['server', 'client'])
    assert.equal((await stat(join(there, `${role}-key.pem`))).mode & 0o777, 0o600)

  const target = { address: '127.0.0.1', port: await freePort(), certificates: here }
  const nbd = { directory: at('nbd'), host: 'storage', target, endsWithProcess: true }
  const { volumes, exports } = fileVolumes({ directory: at('volumes'), nbd })
  await volumes.create('v', 1)
  const { data } = await exports.open('v', { host: 'compute' })
  assert.deepEqual([data.host, data.port, data.tls], ['127.0.0.1', target.port, true])
  await io(data, there, 'write -P 9 0 64k', 'flush')
  assert.equal(await byteOf(at('volumes/volume-v'), 65_535), 9)
  await assert.rejects(io(data, undefined, 'read 0 512'), /TLS/)
  await assert.rejects(io(data, stranger, 'read 0 512'))

  // The volume service of that host can read it, too.
  const elsewhere = fileVolumes({
    directory: at('elsewhere'),
    nbd: { directory: at('nbd-there'), host: 'compute', target: { ...target, certificates: there } },
  })
  const connection = await exports.open('v', { host: 'compute', do_local_attach: true })
  await elsewhere.volumes.createFromConnection('w', connection, 1)
  assert.equal(await byteOf(at('elsewhere/volume-w'), 65_535), 9)

  // During a migration of a guest to the host of the volume, both hosts have it connected.
  const local = await exports.open('v', { host: 'storage' })
  assert.equal(typeof local.data.socket, 'string')
  await exports.close('v', { host: 'compute', do_local_attach: true })
  await io(data, there, 'read -P 9 0 64k')
  await volumes.remove('v')
  await assert.rejects(io(data, there, 'read 0 512'))
  await exports.stop?.()
})
