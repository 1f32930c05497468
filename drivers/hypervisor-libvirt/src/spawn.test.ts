import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { XdrReader } from '@nimbo/libvirt/xdr-reader'
import { isOfAnotherHost, makeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { DriverDeps } from './driver-deps.ts'
import { hostWithoutLibvirt } from './host-without-libvirt.testing.ts'
import { movesServers } from './moves.ts'
import { orderOf, serverId } from './order.testing.ts'
import { spawnServer } from './spawn.ts'

/** A session in which nothing works but the deletion of secrets, which it adds to a list. */
const forgettingSecrets = ({ session }: DriverDeps, forgotten: unknown[]): DriverDeps['session'] => ({
  ...session,
  call: async <A, R>(procedure: Procedure<A, R>, args: A): Promise<R> => {
    const called: unknown = procedure
    if (called !== procedures.secretUndefine) throw new Error('libvirt is not well')
    forgotten.push(args)
    return procedure.result.read(new XdrReader(Buffer.alloc(0)))
  },
})

test('a server of a failed host that does not start here keeps its disks on shared storage', async (t) => {
  const shared = await mkdtemp(join(tmpdir(), 'nimbo-evacuation-'))
  t.after(() => rm(shared, { recursive: true }))
  const { directory, rootDisk } = serverPaths(shared, serverId)
  await makeServerDirectory(directory, 'failed')
  await writeFile(rootDisk, 'what its user wrote')

  const here = hostWithoutLibvirt(shared, 'here')
  const order = orderOf({ vifs: [] })
  await assert.rejects(
    spawnServer(here)(order, async () => {}),
    /libvirt is not well/,
  )
  const forgotten: unknown[] = []
  await movesServers({ ...here, session: forgettingSecrets(here, forgotten) }).abandon(serverId)
  assert.match(JSON.stringify(forgotten), new RegExp(`"uuid":"${serverId}"`))
  assert.ok(existsSync(rootDisk), 'the disk is still there')
  assert.ok(!(await isOfAnotherHost(directory, 'failed')), 'it belongs to its former host again')
})

test('a new server that does not start leaves nothing', async (t) => {
  const instances = await mkdtemp(join(tmpdir(), 'nimbo-spawn-'))
  t.after(() => rm(instances, { recursive: true }))
  const order = orderOf({ vifs: [], rootDisk: { from: 'volume' } })
  await assert.rejects(
    spawnServer(hostWithoutLibvirt(instances, 'here'))(order, async () => {}),
    /libvirt is not well/,
  )
  assert.ok(!existsSync(serverPaths(instances, serverId).directory))
})

test('a server whose domain was never defined leaves no keys', async (t) => {
  const instances = await mkdtemp(join(tmpdir(), 'nimbo-spawn-'))
  t.after(() => rm(instances, { recursive: true }))
  const host = hostWithoutLibvirt(instances, 'here')
  const forgotten: unknown[] = []
  const session = forgettingSecrets(host, forgotten)
  const [locked, open] = ['44444444-2222-4333-8444-555555555555', '66666666-2222-4333-8444-555555555555']
  const volume = { attachmentId: 'a', device: '/dev/vda', readOnly: false } as const
  const connection = {
    type: 'rbd',
    pool: 'p',
    image: 'i',
    monitors: [],
    user: 'u',
    secretUuid: 's',
    conf: 'c',
  } as const
  const volumes = [
    { ...volume, volumeId: locked, encrypted: true, connection } as const,
    { ...volume, volumeId: open, device: '/dev/vdb', connection },
  ]
  const order = orderOf({
    vifs: [],
    rootDisk: { from: 'volume' },
    volumes,
    extraSpecs: { 'hw:tpm_version': '2.0' },
  })
  await assert.rejects(
    spawnServer({ ...host, session })(order, async () => {}),
    /libvirt is not well/,
  )
  const said = JSON.stringify(forgotten)
  assert.deepEqual(
    [locked, open, serverId].map((id) => said.includes(`"uuid":"${id}"`)),
    [true, false, true],
  )
})
