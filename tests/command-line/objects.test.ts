import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { commandsOnACloud } from './printed.ts'

const { done, refused, shown, listed } = commandsOnACloud()

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimbo-objects-'))
})
after(() => rm(folder, { recursive: true }))

it('container commands create, list and show containers, with properties and public access', async () => {
  const made = await shown('container create --public photos papers')
  assert.deepEqual(
    made.map((row: { container: string }) => row.container),
    ['photos', 'papers'],
  )
  await done('container set --property Season=summer --property year=2026 photos')
  await done('container unset --property year photos')
  const { object_count, read_acl, properties } = await shown('container show photos')
  assert.deepEqual([object_count, read_acl, properties], ['0', '.r:*,.rlistings', { season: 'summer' }])
  assert.deepEqual(await listed('container list', 'Name'), ['papers', 'photos'])
  assert.deepEqual(await listed('container list --prefix ph --long', 'Count'), [0])
  assert.deepEqual(await listed('container list --limit 1 --all', 'Name'), ['papers', 'photos'])
  assert.match(await refused('container show nowhere'), /404/)
})

it('object commands upload, list, show, download and delete objects, and change properties', async () => {
  const file = join(folder, 'sunset.jpg')
  await writeFile(file, 'the picture of a sunset')
  const [made] = await shown(`object create --name beach/sunset.jpg photos ${file}`)
  assert.deepEqual([made.object, made.container], ['beach/sunset.jpg', 'photos'])
  await done(`object create --name plain photos ${file}`)
  assert.deepEqual(await listed('object list photos', 'Name'), ['beach/sunset.jpg', 'plain'])
  assert.deepEqual(await listed('object list --delimiter / photos', 'Name'), ['beach/', 'plain'])
  assert.deepEqual(await listed('object list --long --prefix plain photos', 'Bytes'), [23])

  await done('object set --property place=shore --property mood=calm photos plain')
  await done('object set --property Mood=wild photos plain')
  await done('object unset --property place photos plain')
  const object = await shown('object show photos plain')
  assert.deepEqual(
    [object['content-length'], object.etag, object.properties],
    ['23', made.etag, { mood: 'wild' }],
  )

  const copy = join(folder, 'copy.jpg')
  await done(`object save --file ${copy} photos beach/sunset.jpg`)
  assert.equal(await readFile(copy, 'utf8'), 'the picture of a sunset')
  assert.equal(await done('object save --file - photos plain'), 'the picture of a sunset')
  await done(`object create --name ../../out photos ${file}`)
  assert.match(await refused('container save photos'), /'..\/..\/out' would be written outside/)
  await done('object delete photos ../../out')
  for (const name of ['.', '..']) await done(`object create --name ${name} photos ${file}`)
  assert.deepEqual((await listed('object list photos', 'Name')).slice(0, 2), ['.', '..'])
  await done('object delete photos . ..')
  assert.deepEqual(await listed('object list photos', 'Name'), ['beach/sunset.jpg', 'plain'])
  assert.match(await refused('object show photos nothing'), /404/)
  assert.match(await refused(`object create --name one photos ${file} ${copy}`), /multiple objects/)
})

it('account commands show and set properties; container delete --recursive deletes the objects too', async () => {
  await done('object store account set --property owner=ann')
  const { Containers, Objects, properties } = await shown('object store account show')
  assert.deepEqual([Containers, Objects, properties], ['2', '2', { owner: 'ann' }])
  await done('object store account unset --property owner')
  assert.equal((await shown('object store account show')).properties, undefined)
  assert.match(await refused('container delete photos'), /409/)
  assert.match(await refused('object delete photos nothing plain'), /1 of 2 objects failed to delete/)
  assert.match(
    await refused('container delete --recursive nothing photos papers'),
    /1 of 3 containers failed to delete/,
  )
  assert.deepEqual(await listed('container list', 'Name'), [])
})
