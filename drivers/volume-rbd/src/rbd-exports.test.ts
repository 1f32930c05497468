import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rbdVolumes } from './rbd-volumes.ts'

const monitor = (addr: string) => ({ public_addrs: { addrvec: [{ type: 'v2', addr }] } })
const dump = { fsid: 'f', mons: [monitor('[2001:db8::1]:3300'), monitor('192.0.2.1:3300')] }

/** Play Ceph's programs: `rbd info`, and `ceph mon dump`. */
const programs = {
  rbd: `#!/bin/sh
echo '{"id": "1", "size": 1, "features": []}'
`,
  ceph: `#!/bin/sh
echo '${JSON.stringify(dump)}'
`,
}

test('hypervisors are told the monitors of a cluster, those with IPv6 addresses without brackets', async (t) => {
  await using directory = await temporaryDirectory()
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(directory.path, name), text, { mode: 0o755 })
  const { PATH } = process.env
  process.env.PATH = `${directory.path}:${PATH}`
  t.after(() => {
    process.env.PATH = PATH
  })
  const volumes = rbdVolumes({ access: { conf: '/nowhere/ceph.conf', user: 'cinder' }, pool: 'volumes' })
  const { data } = await volumes.exports.open('11111111-1111-4111-8111-111111111111', { host: 'compute' })
  assert.deepEqual(
    [data.hosts, data.ports],
    [
      ['2001:db8::1', '192.0.2.1'],
      ['3300', '3300'],
    ],
  )
})
