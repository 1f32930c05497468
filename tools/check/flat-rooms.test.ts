import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatRooms } from './flat-rooms.ts'

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}${ending}` }))

const crowded = (...files: readonly { readonly path: string }[]) =>
  flatRooms(files, ['services/compute/src/actions']).map(({ path, what }) => `${path}: ${what}`)

test('more than twenty files of a service do not lie side by side', () => {
  const folder = 'services/compute/src/app'
  assert.deepEqual(crowded(...filesIn(folder, 20)), [])
  assert.deepEqual(crowded(...filesIn(folder, 21)), [
    `${folder}: 21 files lie side by side, and 20 are the most`,
  ])
})

test('files in folders below, tests and what tests share do not count', () => {
  const folder = 'services/compute/src/app'
  const full = filesIn(folder, 20)
  assert.deepEqual(crowded(...full, ...filesIn(`${folder}/servers`, 20)), [])
  assert.deepEqual(crowded(...full, ...filesIn(folder, 5, '.test.ts')), [])
  assert.deepEqual(crowded(...full, ...filesIn(folder, 5, '.testing.ts')), [])
})

test('a list by nature may be long, and so may what is no service', () => {
  assert.deepEqual(crowded(...filesIn('services/compute/src/actions', 40)), [])
  assert.deepEqual(crowded(...filesIn('packages/db/src', 40)), [])
  assert.deepEqual(crowded(...filesIn('services/compute/test', 40)), [])
})
