/** Only in the embedded shape: the storage of volumes is the same in both. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'

const skip = missingProgram('qemu-storage-daemon') || missingProgram('qemu-io')
const patience = { withinMs: 120_000, everyMs: 50 }
const contentBytes = 1_048_576
/** The number of kills of the daemon during one operation, if that takes long enough. */
const mostKills = 4
/** The name of the only host of the fake hypervisor. */
const host = 'node-1'
type Kind = 'volume' | 'snapshot' | 'backup'

/** Stands for the QEMU of a guest: writes to its disk, and checks that acknowledged writes can be read. */
class Writer {
  readonly #qemu: ChildProcess
  readonly #answers: AsyncIterator<string>
  #written = 0

  constructor(socket: string, volumeId: string) {
    const server = { type: 'unix', path: socket }
    const file = { driver: 'nbd', server, export: volumeId, 'reconnect-delay': 60 }
    this.#qemu = spawn('qemu-io', [`json:${JSON.stringify({ driver: 'raw', file })}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    assert.ok(this.#qemu.stdout)
    this.#answers = createInterface(this.#qemu.stdout)[Symbol.asyncIterator]()
  }

  /** Sends a command of qemu-io; fails unless the first of the two lines of its answer matches. */
  async #ask(command: string, answer: RegExp): Promise<void> {
    this.#qemu.stdin?.write(`${command}\n`)
    const lines = [await this.#answers.next(), await this.#answers.next()]
    assert.match(String(lines[0]?.value), answer, `${command}: ${JSON.stringify(lines)}`)
  }

  async write(): Promise<void> {
    const at = contentBytes + this.#written * 4096
    await this.#ask(`write -P ${(this.#written % 255) + 1} ${at} 4k`, /wrote 4096\/4096/)
    this.#written += 1
  }

  /** Fails unless every acknowledged write can be read. */
  async check(): Promise<void> {
    for (let one = 0; one < this.#written; one += 1)
      await this.#ask(`read -P ${(one % 255) + 1} ${contentBytes + one * 4096} 4k`, /read 4096\/4096/)
  }

  async end(): Promise<void> {
    this.#qemu.stdin?.end('quit\n')
    if (this.#qemu.exitCode === null) await new Promise((resolve) => this.#qemu.once('exit', resolve))
  }
}

describe('while the NBD export daemon is killed during each operation', { skip }, () => {
  let cloud: TestCloud
  let ada: Client
  let [volumeId, server] = ['', '']
  let writer: Writer | undefined
  let killed = 0
  const content = randomBytes(contentBytes)
  const at = (name: string): string => join(cloud.directory, name)

  before(async () => {
    cloud = await startTestCloud({
      drivers: async (state) => {
        const fake = await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)
        const nbd = {
          ...{ directory: await state.directory('nbd', 0o711), endsWithProcess: true },
          host: fake.hypervisors[0]?.host ?? host,
        }
        return { ...fake, volumes: fileVolumes({ directory: await state.directory('nbd-volumes'), nbd }) }
      },
    })
    ada = await cloud.person('ada')
    for (const name of ['file', 'spare']) {
      const volume_type = { name, extra_specs: { volume_backend_name: name } }
      assert.equal((await cloud.admin.volume.post('/v3/types', { volume_type })).status, 200)
    }
    const locked = { name: 'locked', extra_specs: { volume_backend_name: 'file' } }
    const made = await cloud.admin.volume.post('/v3/types', { volume_type: locked })
    const encryption = { provider: 'luks', control_location: 'front-end', key_size: 256 }
    const path = `/v3/types/${made.body.volume_type.id}/encryption`
    assert.equal((await cloud.admin.volume.post(path, { encryption })).status, 200)
    const imageRef = await makeImage(ada, { data: content })
    volumeId = await asked('volume', '/v3/volumes', { volume: { size: 1, imageRef, volume_type: 'file' } })
    await became('volume', volumeId, 'available')
    server = await bootServer(ada, { imageRef, flavorRef: await makeFlavor(cloud.admin), networks: 'none' })
    await serverInStatus(ada, server, 'ACTIVE', patience)
  })
  after(async () => {
    await writer?.end()
    await cloud?.[Symbol.asyncDispose]()
  })

  const asked = async (kind: Kind, path: string, body: object): Promise<string> => {
    const answer = await ada.volume.post(path, body)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body[kind].id
  }
  const became = (kind: Kind, id: string, wanted: string): Promise<void> =>
    eventually(async () => {
      const { status } = (await ada.volume.get(`/v3/${kind}s/${id}`)).body[kind]
      assert.equal(status, wanted)
    }, patience)
  const gone = async (kind: Kind, id: string): Promise<void> => {
    assert.equal((await ada.volume.delete(`/v3/${kind}s/${id}`)).status, 202)
    await eventually(
      async () => assert.equal((await ada.volume.get(`/v3/${kind}s/${id}`)).status, 404),
      patience,
    )
  }
  const daemonPid = async (): Promise<number> => {
    const pid = Number(await readFile(at('nbd/local/pid'), 'utf8').catch(() => ''))
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.includes('qemu-storage-daemon') ? pid : 0
  }
  /** Requests an operation, and kills the daemon whenever it runs until the operation is done, while the guest writes. */
  const whileItDies = async <Result>(work: () => Promise<Result>, done: (of: Result) => Promise<void>) => {
    const result = await work()
    let over = false
    const killing = async () => {
      for (let kills = 0, last = 0; kills < mostKills && !over; ) {
        await writer?.write()
        const pid = await daemonPid()
        if (pid === 0 || pid === last) continue
        process.kill(pid, 'SIGKILL')
        ;[last, kills, killed] = [pid, kills + 1, killed + 1]
      }
    }
    const dying = killing()
    await done(result).finally(() => {
      over = true
    })
    await dying
    await writer?.check()
    return result
  }
  const make = (kind: Kind, path: string, body: object): Promise<string> =>
    whileItDies(
      () => asked(kind, path, body),
      (id) => became(kind, id, 'available'),
    )
  const hashOf = async (id: string): Promise<string> => {
    await using file = await open(at(`nbd-volumes/volume-${id}`))
    const { buffer } = await file.read(Buffer.alloc(contentBytes), 0, contentBytes, 0)
    return createHash('sha256').update(buffer).digest('hex')
  }
  const hash = createHash('sha256').update(content).digest('hex')

  it('a volume is attached, and the guest writes to it and reads it', async () => {
    await whileItDies(
      async () => {
        const path = `/servers/${server}/os-volume_attachments`
        assert.equal((await ada.compute.post(path, { volumeAttachment: { volumeId } })).status, 202)
      },
      () => became('volume', volumeId, 'in-use'),
    )
    const headers = { 'openstack-api-version': 'volume 3.27' }
    const { body } = await ada.volume.get(`/v3/attachments?volume_id=${volumeId}`, headers)
    const shown = await ada.volume.get(`/v3/attachments/${body.attachments[0].id}`, headers)
    const { driver_volume_type: type, socket } = shown.body.attachment.connection_info
    assert.equal(type, 'nbd')
    writer = new Writer(String(socket), volumeId)
    await writer.write()
    await writer.check()
  })

  it('a clone, a snapshot and a volume of the snapshot are created with the content of the volume', async () => {
    const copy = await make('volume', '/v3/volumes', { volume: { size: 1, source_volid: volumeId } })
    const snapshot = await make('snapshot', '/v3/snapshots', {
      snapshot: { volume_id: volumeId, force: true },
    })
    const old = await make('volume', '/v3/volumes', { volume: { size: 1, snapshot_id: snapshot } })
    for (const id of [copy, old]) {
      assert.equal(await hashOf(id), hash)
      await gone('volume', id)
    }
    await gone('snapshot', snapshot)
  })

  it('a backup is made, and a volume restored from it has its content', async () => {
    const backup = await make('backup', '/v3/backups', { backup: { volume_id: volumeId, force: true } })
    await became('volume', volumeId, 'in-use')
    const restored = await make('volume', '/v3/volumes', {
      volume: { size: 1, backup_id: backup, volume_type: 'file' },
    })
    assert.equal(await hashOf(restored), hash)
    await gone('volume', restored)
    await gone('backup', backup)
  })

  it('an attached volume is extended', async () => {
    await whileItDies(
      async () => {
        const headers = { 'openstack-api-version': 'volume 3.42' }
        const path = `/v3/volumes/${volumeId}/action`
        const { status } = await ada.volume.post(path, { 'os-extend': { new_size: 2 } }, headers)
        assert.equal(status, 202)
      },
      () => became('volume', volumeId, 'in-use'),
    )
    assert.equal((await ada.volume.get(`/v3/volumes/${volumeId}`)).body.volume.size, 2)
  })

  it('a volume is moved to another back end and back, encrypted, decrypted and reverted to a snapshot', async () => {
    const other = await asked('volume', '/v3/volumes', { volume: { size: 2, source_volid: volumeId } })
    await became('volume', other, 'available')
    const act = (action: object) =>
      whileItDies(
        async () => {
          assert.equal((await ada.volume.post(`/v3/volumes/${other}/action`, action)).status, 202)
        },
        () => became('volume', other, 'available'),
      )
    for (const new_type of ['spare', 'file', 'locked', 'file']) {
      await act({ 'os-retype': { new_type, migration_policy: 'on-demand' } })
      await cloud.settled()
      const { volume } = (await ada.volume.get(`/v3/volumes/${other}`)).body
      assert.deepEqual([volume.volume_type, volume.encrypted], [new_type, new_type === 'locked'])
    }
    assert.equal(await hashOf(other), hash)
    const snapshot = await asked('snapshot', '/v3/snapshots', { snapshot: { volume_id: other } })
    await became('snapshot', snapshot, 'available')
    await writeFile(at(`nbd-volumes/volume-${other}`), 'written since', { flag: 'r+' })
    await act({ revert: { snapshot_id: snapshot } })
    assert.equal(await hashOf(other), hash)
    await became('snapshot', snapshot, 'available')
    await gone('snapshot', snapshot)
    await gone('volume', other)
  })

  it('a volume is detached and deleted, and leaves no file, export, daemon or use of quota', async () => {
    await writer?.check()
    await writer?.end()
    writer = undefined
    await whileItDies(
      async () => {
        const path = `/servers/${server}/os-volume_attachments/${volumeId}`
        assert.equal((await ada.compute.delete(path)).status, 202)
      },
      () => became('volume', volumeId, 'available'),
    )
    await gone('volume', volumeId)
    await cloud.settled()
    assert.ok(killed > 10, `the daemon died ${killed} times`)
    assert.deepEqual(await readdir(at('nbd-volumes')), [])
    assert.equal((await readFile(at('nbd/local/exports.json'), 'utf8')).trim(), '{}')
    assert.equal(await daemonPid(), 0)
    const { body } = await ada.volume.get(`/v3/os-quota-sets/${ada.projectId}?usage=true`)
    for (const what of ['volumes', 'gigabytes', 'snapshots', 'backups'])
      assert.deepEqual([what, body.quota_set[what].in_use, body.quota_set[what].reserved], [what, 0, 0])
  })
})
