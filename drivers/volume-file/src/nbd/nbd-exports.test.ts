import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { missingProgram } from '@nimbo/testing/missing-program'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import type { VolumeConnection } from '@nimbo/volume/driver/volume-backend'
import { fileVolumes } from '../file-volumes.ts'

const skip = missingProgram('qemu-storage-daemon') || missingProgram('qemu-io')
const gibibyte = 1024 ** 3
const connector = { host: 'here', ip: '127.0.0.1' }

/** Runs qemu-io commands as a guest's QEMU would access the volume. */
const io = async ({ data }: VolumeConnection, ...commands: readonly string[]): Promise<string> => {
  const server = { type: 'unix', path: data.socket }
  const file = { driver: 'nbd', server, export: data.export_name, 'reconnect-delay': 60 }
  const args = [...commands.flatMap((one) => ['-c', one]), `json:${JSON.stringify({ driver: 'raw', file })}`]
  return (await promisify(execFile)('qemu-io', args, { timeout: 60_000 })).stdout
}

const world = async (t: TestContext) => {
  const home = await ownedDirectory('nimbo-nbd-')
  const [directory, nbd] = [join(home.path, 'volumes'), join(home.path, 'nbd')]
  const opened: ReturnType<typeof fileVolumes>[] = []
  t.after(async () => {
    for (const each of opened) await each.exports.stop?.()
    const daemon = await daemonPid().catch(() => undefined)
    if (daemon !== undefined && (await isExporter(daemon))) process.kill(daemon, 'SIGKILL')
    await home[Symbol.asyncDispose]()
  })
  const isExporter = async (pid: number): Promise<boolean> =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('qemu-storage-daemon')
  const daemonPid = async (): Promise<number> => Number(await readFile(join(nbd, 'local', 'pid'), 'utf8'))
  /** Starts a volume service, as a new process does. */
  const service = async () => {
    const backend = fileVolumes({ directory, nbd: { directory: nbd, host: 'here', endsWithProcess: true } })
    await backend.exports.begin?.()
    opened.push(backend)
    return backend
  }
  return { directory, nbd, service, daemonPid, isExporter }
}

test('a volume is read and written through its export, and the daemon ends with the last export', {
  skip,
}, async (t) => {
  const { directory, service, daemonPid, isExporter } = await world(t)
  const { volumes, exports } = await service()
  await volumes.create('v', 1)
  const connection = await exports.open('v', connector)
  assert.equal(connection.driver_volume_type, 'nbd')
  assert.deepEqual(await exports.open('v', connector), connection)
  await io(connection, 'write -P 7 0 64k', 'flush')
  await using file = await open(join(directory, 'volume-v'))
  const { buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
  assert.ok(buffer.every((byte) => byte === 7))
  assert.ok((await stat(join(directory, 'volume-v'))).blocks * 512 < 1_000_000, 'it stays sparse')
  const daemon = await daemonPid()
  await exports.close('v', { host: 'other' })
  await io(connection, 'read -P 7 0 64k')
  for (const _ of ['once', 'again']) await exports.close('v', connector)
  await assert.rejects(io(connection, 'read 0 512'))
  assert.equal(await isExporter(daemon), false)
})

test('a connected client goes on after the daemon was killed and restarted', { skip }, async (t) => {
  const { service, daemonPid } = await world(t)
  const { volumes, exports } = await service()
  await volumes.create('v', 1)
  const connection = await exports.open('v', connector)
  const before = await daemonPid()
  // The client is connected while the daemon dies, between its two commands.
  const client = io(connection, 'write -P 1 0 64k', 'sleep 1500', 'write -P 2 64k 64k', 'read -P 1 0 64k')
  await eventually(async () => assert.match(await io(connection, 'read -P 1 0 64k'), /read 65536/))
  process.kill(before, 'SIGKILL')
  assert.match(await client, /wrote 65536\/65536 bytes at offset 65536/)
  assert.notEqual(await daemonPid(), before)
})

test('a restarted service takes over the daemon, or starts it again with its exports', {
  skip,
}, async (t) => {
  const { service, daemonPid } = await world(t)
  const first = await service()
  await first.volumes.create('v', 1)
  const connection = await first.exports.open('v', connector)
  const daemon = await daemonPid()
  await first.exports.stop?.()
  await io(connection, 'write -P 3 0 64k')
  const second = await service()
  assert.equal(await daemonPid(), daemon)
  assert.deepEqual(await second.exports.open('v', connector), connection)
  await second.exports.stop?.()
  process.kill(daemon, 'SIGKILL')
  const third = await service()
  assert.notEqual(await daemonPid(), daemon)
  await io(connection, 'read -P 3 0 64k')
  await third.exports.close('v', connector)
  await assert.rejects(io(connection, 'read 0 512'))
})

test('a connected client sees that its volume was extended after it reconnects', { skip }, async (t) => {
  const { service } = await world(t)
  const { volumes, exports } = await service()
  await volumes.create('v', 1)
  const connection = await exports.open('v', connector)
  const client = io(connection, 'write -P 5 0 64k', 'sleep 800', 'read -P 5 0 64k', 'truncate 2G', 'length')
  await eventually(async () => assert.match(await io(connection, 'read -P 5 0 64k'), /read 65536/))
  for (const _ of ['once', 'again']) await volumes.extend('v', 2)
  assert.match(await client, /2 GiB/)
  await io(connection, `write -P 6 ${gibibyte} 64k`)
})

test('a volume that is extended while a snapshot copies it has both', { skip }, async (t) => {
  const { directory, service } = await world(t)
  const { volumes, snapshots, exports } = await service()
  await volumes.create('v', 1)
  const connection = await exports.open('v', connector)
  await io(connection, 'write -P 1 0 64M', 'flush')
  const snapshot = join(directory, 'snapshot-s')
  const copied = async (path: string): Promise<boolean> =>
    (await stat(path).catch(() => ({ blocks: 0 }))).blocks > 0
  const copying = snapshots.create('s', 'v')
  await eventually(async () => assert.ok((await copied(`${snapshot}.part`)) || (await copied(snapshot))))
  await volumes.extend('v', 2)
  await copying
  assert.match(await io(connection, 'read -P 1 0 64k', 'length'), /2 GiB/)
  assert.equal((await stat(snapshot)).size, gibibyte)
})

test('snapshots and copies of an exported volume have the contents of their creation', {
  skip,
}, async (t) => {
  const { directory, service, daemonPid } = await world(t)
  const { volumes, snapshots, exports } = await service()
  await volumes.create('v', 1)
  const connection = await exports.open('v', connector)
  await io(connection, 'write -P 1 0 1M', 'write -P 1 512M 1M')
  assert.equal(snapshots.prepare, undefined)
  const daemon = await daemonPid()
  await snapshots.create('s', 'v')
  // The copy must survive the daemon's death.
  const copying = volumes.createFromVolume('w', 'v', 1)
  process.kill(daemon, 'SIGKILL')
  await copying
  await io(connection, 'write -P 2 0 1M', 'write -P 2 512M 1M')
  await snapshots.createVolume('old', 's', 1, 'v')
  for (const id of ['old', 'w']) {
    const copy = await exports.open(id, connector)
    await io(copy, 'read -P 1 0 1M', 'read -P 1 512M 1M', 'read -P 0 1M 1M')
    const { blocks } = await stat(join(directory, `volume-${id}`))
    assert.ok(blocks * 512 < 16_000_000, `${id} has ${blocks} blocks`)
    await volumes.remove(id)
  }
  await snapshots.remove('s', 'v')
  assert.deepEqual(await readdir(directory), ['volume-v'])
})

test('a missing volume file does not prevent the exports of other volumes after a restart', {
  skip,
}, async (t) => {
  const { directory, service, daemonPid } = await world(t)
  const { volumes, exports } = await service()
  for (const id of ['lost', 'v']) {
    await volumes.create(id, 1)
    await exports.open(id, connector)
  }
  const connection = await exports.open('v', connector)
  await rm(join(directory, 'volume-lost'))
  process.kill(await daemonPid(), 'SIGKILL')
  await eventually(() => io(connection, 'read 0 512'))
})

test('a local attachment gets the file itself; exports to other hosts need target_ip_address', {
  skip,
}, async (t) => {
  const { directory, service } = await world(t)
  const { volumes, exports } = await service()
  await volumes.create('v', 1)
  const { driver_volume_type, data } = await exports.open('v', { host: 'here', do_local_attach: true })
  assert.deepEqual([driver_volume_type, data.device_path], ['file', join(directory, 'volume-v')])
  await assert.rejects(exports.open('v', { host: 'elsewhere' }), /target_ip_address/)
  await assert.rejects(exports.open('missing', connector), /no file of volume/)
})

test('a backup and a migration by the services of one other host each end their own export', {
  skip,
}, async (t) => {
  const { directory, nbd } = await world(t)
  const target = { address: '127.0.0.1', port: await freePort() }
  const options = { directory: nbd, host: 'here', target, endsWithProcess: true }
  const { volumes, exports } = fileVolumes({ directory, nbd: options })
  t.after(() => exports.stop?.())
  await volumes.create('v', 1)
  const [backup, migration] = ['backup', 'migration'].map((used_for) => ({
    ...{ host: 'elsewhere', do_local_attach: true, used_for },
  }))
  assert.ok(backup && migration)
  await exports.open('v', backup)
  const { data } = await exports.open('v', migration)
  const readIt = () => {
    const url = `nbd://${data.host}:${data.port}/${data.export_name}`
    return promisify(execFile)('qemu-io', ['-r', '-f', 'raw', '-c', 'read 0 512', url], { timeout: 60_000 })
  }
  await exports.close('v', backup)
  await readIt()
  await exports.close('v', migration)
  await assert.rejects(readIt())
})
