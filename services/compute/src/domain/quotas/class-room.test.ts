import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasRoom, requireRoom } from './class-room.ts'

const rooms = [
  { resourceClass: 'DISK_GB', limit: 10, used: 4 },
  { resourceClass: 'CUSTOM_FPGA', limit: 1, used: 0 },
]

test('servers have room up to the limit of every class', () => {
  assert.equal(hasRoom(rooms, { DISK_GB: 2 }, 3), true)
  assert.equal(hasRoom(rooms, { DISK_GB: 2 }, 4), false)
  assert.equal(hasRoom(rooms, { DISK_GB: 2, CUSTOM_FPGA: 1 }, 2), false)
})

test('what is too much is named class by class', () => {
  requireRoom(rooms, { DISK_GB: 6, CUSTOM_FPGA: 1 }, 1)
  assert.throws(() => requireRoom(rooms, { DISK_GB: 7, CUSTOM_FPGA: 2 }, 1), {
    message:
      /Quota exceeded for class:DISK_GB, class:CUSTOM_FPGA: Requested 7, 2, but already used 4, 0 of 10, 1/,
  })
})
