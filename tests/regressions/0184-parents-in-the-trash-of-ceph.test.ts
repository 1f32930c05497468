/** About the Ceph driver only, which is the same in every shape of a cloud. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { runCeph } from '@nimbo/ceph/run-ceph'
import { type CephCluster, missingCeph, startCeph } from '@nimbo/testing/ceph-cluster'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import { rbdVolumes } from '@nimbo/volume-rbd/rbd-volumes'

const pool = 'volumes'
const nameOf = (id: string): string => `volume-${id}`

/** Replaces `rbd`: once, before the first command with a given word, it runs something else. */
const program = (path: string, file: string): string => `#!/bin/sh
PATH='${path}'
if [ -e '${file}' ]; then
  . '${file}'
  case " $* " in *"$word"*) rm '${file}'; eval "$instead" ;; esac
fi
exec rbd "$@"
`

/**
 * A volume that is deleted before its copies waits in the trash of Ceph for the deletion of the last one. It stayed there for ever
 * if that was a copy of a copy, or was deleted just before the volume was put into the trash, or by a process that was killed; and
 * if two copies were deleted at once, the deletion of one ended in an error.
 */
describe('a volume in Ceph that is deleted before its copies', { skip: missingCeph() }, () => {
  let ceph: CephCluster
  let directory: string
  let backend: VolumeBackend
  const path = process.env.PATH ?? ''
  let [first, copy, other] = ['', '', '']

  before(async () => {
    ceph = await startCeph({ pools: [pool] })
    directory = await mkdtemp(join(tmpdir(), 'nimbo-rbd-'))
    const file = join(directory, 'rbd')
    await writeFile(file, program(path, join(directory, 'once')))
    await chmod(file, 0o755)
    process.env.PATH = `${directory}:${path}`
    backend = rbdVolumes({ access: ceph.access, pool })
  })
  after(async () => {
    process.env.PATH = path
    await ceph?.[Symbol.asyncDispose]()
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })
  beforeEach(async () => {
    ;[first, copy, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await backend.volumes.create(first, 1)
    await backend.volumes.createFromVolume(copy, first, 1)
  })

  const doBefore = (word: string, instead: string): Promise<void> =>
    writeFile(join(directory, 'once'), `word=' ${word} '\ninstead='${instead}'\n`)
  const rbd = (...words: readonly string[]) => runCeph(ceph.access, 'rbd', words)
  const given = () => `--conf ${ceph.access.conf} --id ${ceph.access.user}`
  const nothingLeft = async (): Promise<void> => {
    const found = `${await rbd('ls', pool)}${await rbd('trash', 'ls', pool)}`.split('\n')
    const own = found.filter((line) => [first, copy, other].some((id) => line.includes(id)))
    assert.deepEqual(own, [])
  }

  it('is removed from the trash when the last copy of its copy is deleted', async () => {
    await backend.volumes.createFromVolume(other, copy, 1)
    for (const id of [first, copy, other]) await backend.volumes.remove(id)
    await nothingLeft()
  })

  it('does not stay in the trash if its copy is deleted just before it is put there', async () => {
    await doBefore('trash mv', `rbd ${given()} rm --no-progress ${pool}/${nameOf(copy)}`)
    await backend.volumes.remove(first)
    await nothingLeft()
  })

  it('is removed from the trash without an error if its last copies are deleted at once', async () => {
    await backend.volumes.createFromVolume(other, first, 1)
    await backend.volumes.remove(first)
    await backend.volumes.remove(copy)
    await doBefore('trash rm', 'rbd "$@"')
    await backend.volumes.remove(other)
    await nothingLeft()
  })

  for (const words of ['trash ls', 'trash rm'])
    it(`is removed from the trash though the deletion of its last copy was killed before '${words}'`, async () => {
      await backend.volumes.remove(first)
      await doBefore(words, 'exit 137')
      await assert.rejects(backend.volumes.remove(copy))
      await backend.volumes.remove(copy)
      await nothingLeft()
    })

  for (const words of ['rename', 'trash mv'])
    it(`can be deleted again if its deletion was killed before '${words}'`, async () => {
      await doBefore(words, 'exit 137')
      await assert.rejects(backend.volumes.remove(first))
      await backend.volumes.remove(first)
      const there = (await backend.existing.listVolumes()).map(({ id }) => id)
      assert.ok(there.includes(copy) && !there.includes(first))
      await backend.volumes.remove(copy)
      await nothingLeft()
    })

  it('is not kept in the trash by the snapshot of a copy that was never made', async () => {
    await rbd('snap', 'create', '--no-progress', `${pool}/${nameOf(copy)}@copy-${other}`)
    for (const id of [first, copy]) await backend.volumes.remove(id)
    await nothingLeft()
  })

  it('does not take images out of the trash that an operator has put there', async () => {
    const operators = nameOf(crypto.randomUUID())
    await rbd('create', '--size', '1G', `${pool}/${operators}`)
    await rbd('trash', 'mv', `${pool}/${operators}`)
    for (const id of [copy, first, first]) await backend.volumes.remove(id)
    await nothingLeft()
    assert.match(await rbd('trash', 'ls', pool), new RegExp(` ${operators}$`, 'm'))
  })
})
