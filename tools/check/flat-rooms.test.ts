import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatRooms } from './flat-rooms.ts'

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}${ending}` }))

const crowded = (...files: readonly { readonly path: string }[]) =>
  flatRooms(files, ['services/compute/src/actions']).map(({ path, what }) => `${path}: ${what}`)

test('a folder of a service with more than twenty files is reported', () => {
  const folder = 'services/compute/src/app'
  assert.deepEqual(crowded(...filesIn(folder, 20)), [])
  assert.deepEqual(crowded(...filesIn(folder, 21)), [
    `${folder}: 21 files in one folder, at most 20 are allowed`,
  ])
})

test('files in subfolders, tests and shared test code do not count', () => {
  const folder = 'services/compute/src/app'
  const full = filesIn(folder, 20)
  assert.deepEqual(crowded(...full, ...filesIn(`${folder}/servers`, 20)), [])
  assert.deepEqual(crowded(...full, ...filesIn(folder, 5, '.test.ts')), [])
  assert.deepEqual(crowded(...full, ...filesIn(folder, 5, '.testing.ts')), [])
})

test('folders that are lists of one kind, and folders outside services, may have more files', () => {
  assert.deepEqual(crowded(...filesIn('services/compute/src/actions', 40)), [])
  assert.deepEqual(crowded(...filesIn('packages/db/src', 40)), [])
  assert.deepEqual(crowded(...filesIn('services/compute/test', 40)), [])
})
