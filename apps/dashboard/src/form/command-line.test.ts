import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from './command-line.ts'

const form = {
  command: 'volume create',
  fields: [
    { name: 'name' },
    { name: 'size' },
    { name: 'metadata', option: 'property' },
    { name: 'pass', as: 'secret' },
  ],
} as const

test('a form gives the command line to copy, without secrets', () => {
  assert.equal(
    commandLine(form, { name: "Ann's disk", size: 2, metadata: { rack: '7' }, pass: 'x' }),
    "openstack volume create --size 2 --property rack=7 'Ann'\\''s disk'",
  )
})

test('the command for an existing resource ends with its id', () => {
  assert.equal(
    commandLine({ ...form, command: 'volume set' }, { size: 3 }, 'abc'),
    'openstack volume set --size 3 abc',
  )
})
