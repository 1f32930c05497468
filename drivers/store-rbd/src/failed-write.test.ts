import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rbdStore } from './rbd-store.ts'

const id = '11111111-1111-4111-8111-111111111111'

/** Plays Ceph's `rbd` with files: images and snapshots are files of their names. The pool takes no snapshots while it is full. */
const programIn = (directory: string): string => `#!/bin/sh
shift 4
cd ${directory}
case "$1 $2" in
  'import --no-progress') exec cat > "$4" ;;
  'snap create') [ -e full ] && exit 28; exec touch "$4" ;;
  'snap rm') [ -e "$4" ] || exit 2; exec rm "$4" ;;
  rm*) [ -e "$2" ] || exit 2; [ -e "$2@snap" ] && exit 39; exec rm "$2" ;;
  rename*) [ -e "$2@snap" ] && mv "$2@snap" "$3@snap"; exec mv "$2" "$3" ;;
esac
`

test('an image whose snapshot fails is not left behind without it', async (t) => {
  await using directory = await temporaryDirectory()
  await mkdir(join(directory.path, 'images'))
  const program = join(directory.path, 'rbd')
  await writeFile(program, programIn(directory.path))
  await chmod(program, 0o755)
  const { PATH } = process.env
  process.env.PATH = `${directory.path}:${PATH}`
  t.after(() => {
    process.env.PATH = PATH
  })
  const kept = async () => (await readdir(join(directory.path, 'images'))).toSorted()
  const store = rbdStore({ access: { conf: '/nowhere', user: 'glance' }, pool: 'images', fsid: 'f' })
  const write = () => store.write(id, Readable.from([Buffer.from('content')]))

  await writeFile(join(directory.path, 'full'), '')
  await assert.rejects(write())
  assert.deepEqual(await kept(), [])
  await rm(join(directory.path, 'full'))
  await write()
  assert.deepEqual(await kept(), [id, `${id}@snap`])
  // As Glance repeats an upload.
  await write()
  assert.deepEqual(await kept(), [id, `${id}@snap`])
})
