/** About the driver only, which is the same in every shape of a cloud. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'

const run = promisify(execFile)
const connector = { host: 'here' }

/**
 * A volume that moves to another back end while a guest uses it is exported there under the id of a copy, and the copy is renamed
 * to the volume's id in the end. The export under the first id stayed when the volume was deleted; and after the daemon was killed
 * the guest, which is connected to that export, could not find it again.
 */
test('a volume renamed in use keeps its export, over a kill of the daemon, until its host disconnects', {
  skip: missingProgram('qemu-storage-daemon') || missingProgram('qemu-io'),
}, async (t) => {
  await using home = await ownedDirectory('nimbo-renamed-')
  const nbd = { directory: join(home.path, 'nbd'), host: 'here', endsWithProcess: true }
  const { volumes, exports, existing } = fileVolumes({ directory: join(home.path, 'volumes'), nbd })
  await exports.begin?.()
  t.after(() => exports.stop?.())
  const [copy, id] = [crypto.randomUUID(), crypto.randomUUID()]
  await volumes.create(copy, 1)
  const connection = await exports.open(copy, connector)
  const { socket, export_name } = connection.data
  const io = async (command: string): Promise<string> => {
    const file = { driver: 'nbd', server: { type: 'unix', path: socket }, export: export_name }
    return (await run('qemu-io', ['-c', command, `json:${JSON.stringify({ driver: 'raw', file })}`])).stdout
  }
  await existing.adoptVolume(id, `volume-${copy}`)
  assert.equal((await exports.open(id, connector)).data.export_name, export_name)

  const pid = async () => Number(await readFile(join(nbd.directory, 'local', 'pid'), 'utf8'))
  const killed = await pid()
  process.kill(killed, 'SIGKILL')
  await eventually(async () => assert.notEqual(await pid(), killed))
  await eventually(async () => assert.match(await io('write -P 7 0 4k'), /wrote 4096/))
  await volumes.extend(id, 2)
  assert.match(await io('length'), /2 GiB/)

  await exports.close(id, connector)
  assert.equal((await readFile(join(nbd.directory, 'local', 'exports.json'), 'utf8')).trim(), '{}')
})
