/** About the driver only, which is the same in every shape of a cloud. */
import assert from 'node:assert/strict'
import { open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { fileVolumes } from '@nimbo/volume-file/file-volumes'

const written = 'written by the guest'

const startOf = async (path: string): Promise<string> => {
  await using file = await open(path)
  return (await file.read(Buffer.alloc(written.length))).buffer.toString()
}

/**
 * A guest whose volume moved to this back end in use has opened its file by the id of the copy, and QEMU opens it by that name
 * again when the volume moves on: the second move of a volume in use failed.
 */
test('a volume that was renamed in use can be opened by its former name until it is removed', async () => {
  await using home = await ownedDirectory('nimbo-former-')
  const directory = join(home.path, 'volumes')
  const { volumes, existing } = fileVolumes({ directory })
  const [copy, id] = [crypto.randomUUID(), crypto.randomUUID()]
  const former = join(directory, `volume-${copy}`)
  await volumes.create(copy, 1)
  await writeFile(former, written, { flag: 'r+' })
  // The second call is that of a flow that is continued after its process died.
  for (const _ of ['first', 'again']) await existing.adoptVolume(id, `volume-${copy}`)

  assert.equal(await startOf(former), written)
  assert.deepEqual(await existing.listVolumes(), [{ id, name: `volume-${id}`, sizeGb: 1 }])
  await volumes.remove(id)
  assert.deepEqual(await readdir(directory), [])
})
