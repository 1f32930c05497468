import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Procedure, procedures } from '@nimbo/libvirt/procedures'
import { XdrReader } from '@nimbo/libvirt/xdr-reader'
import { makeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { hostWithoutLibvirt } from '../host-without-libvirt.testing.ts'
import { serverId } from '../order.testing.ts'
import { defaultLiveOptions } from './live-options.ts'
import { migratesLive } from './migrates-live.ts'

const volumeId = '44444444-2222-4333-8444-555555555555'
const definition = `<domain>
  <devices>
    <disk>
      <encryption format='luks'>
        <secret type='passphrase' uuid='${volumeId}'/>
      </encryption>
    </disk>
  </devices>
</domain>`

test('the keys of encrypted volumes do not stay on the host that their guest has left', async (t) => {
  const instances = await mkdtemp(join(tmpdir(), 'nimbo-left-'))
  t.after(() => rm(instances, { recursive: true }))
  const { directory } = serverPaths(instances, serverId)
  await makeServerDirectory(directory, 'here')
  // As an earlier attempt has written it, which was interrupted when the guest had just left.
  await writeFile(join(directory, 'domain.xml'), definition)
  const host = hostWithoutLibvirt(instances, 'here')
  const forgotten: unknown[] = []
  const session = {
    ...host.session,
    call: async <A, R>(procedure: Procedure<A, R>, args: A): Promise<R> => {
      const called: unknown = procedure
      assert.equal(called, procedures.secretUndefine)
      forgotten.push(args)
      return procedure.result.read(new XdrReader(Buffer.alloc(0)))
    },
  }
  const landing = {
    address: 'there',
    directory,
    vncListen: '127.0.0.1',
    asRoot: false,
    shared: false,
    disks: [],
  }
  const { depart } = migratesLive({ ...host, session }, defaultLiveOptions)
  assert.equal(await depart({ id: serverId, landing, tell: async () => {} }), 'left')
  assert.match(JSON.stringify(forgotten), new RegExp(`"uuid":"${volumeId}"`))
})
