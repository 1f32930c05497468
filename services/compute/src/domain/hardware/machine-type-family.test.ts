import assert from 'node:assert/strict'
import { test } from 'node:test'
import { machineTypeFamily, mayBecome } from './machine-type-family.ts'

test('aliases and versions of the known machine types are supported, and nothing else', () => {
  for (const name of [
    'pc',
    'q35',
    'virt',
    's390-ccw-virtio',
    'pc-2.12',
    'pc-i440fx-7.2',
    'pc-q35-rhel8.2.0',
    'virt-6.2',
  ])
    assert.ok(machineTypeFamily(name), name)
  for (const name of ['', 'isapc', 'q35-7.2', 'pc-q35', 'pc-q35-7', 'pc-q35-7.2-extra', 'microvm'])
    assert.equal(machineTypeFamily(name), undefined, name)
})

test('a machine type may become a later version of its own family only', () => {
  const allowed: readonly (readonly [string, string])[] = [
    ['pc', 'pc'],
    ['pc-q35-7.2', 'pc-q35-8.0'],
    ['pc-q35-9.2', 'pc-q35-10.0'],
    ['pc-q35-rhel8.2.0', 'pc-q35-rhel8.2.1'],
    ['microvm', 'q35'],
  ]
  for (const [from, to] of allowed) assert.ok(mayBecome(from, to), `${from} ${to}`)
  const refused: readonly (readonly [string, string])[] = [
    ['pc', 'q35'],
    ['q35', 'pc-q35-7.2'],
    ['pc-q35-7.2', 'q35'],
    ['pc-q35-10.0', 'pc-q35-9.2'],
    ['pc-q35-rhel8.2.1', 'pc-q35-rhel8.2.0'],
    ['pc-q35-7.2', 'pc-q35-rhel8.2.0'],
    ['pc-i440fx-7.2', 'pc-7.2'],
  ]
  for (const [from, to] of refused) assert.ok(!mayBecome(from, to), `${from} ${to}`)
})
