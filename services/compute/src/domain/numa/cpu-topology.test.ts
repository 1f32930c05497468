import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenCpuTopology, requireCpuTopology } from './cpu-topology.ts'

type Words = Readonly<Record<string, string>>

const asked = (vcpus: number, ofFlavor: Words, ofImage: Words = {}) => ({
  flavor: {
    ...{ vcpus, memoryMb: 512 },
    extraSpecs: Object.fromEntries(Object.entries(ofFlavor).map(([key, value]) => [`hw:cpu_${key}`, value])),
  },
  imageProperties: Object.fromEntries(
    Object.entries(ofImage).map(([key, value]) => [`hw_cpu_${key}`, value]),
  ),
})

const chosen = (...words: Parameters<typeof asked>): string | undefined => {
  const found = chosenCpuTopology(asked(...words))
  return found && `${found.sockets} ${found.cores} ${found.threads}`
}

test('no CPU topology is chosen if none is requested', () => assert.equal(chosen(4, {}), undefined))

test('sockets come before cores, and cores before threads, unless something else is preferred', () => {
  assert.equal(chosen(4, { sockets: '2' }), '2 2 1')
  assert.equal(chosen(4, { cores: '2' }), '2 2 1')
  assert.equal(chosen(4, { threads: '2' }), '2 1 2')
  assert.equal(chosen(8, { cores: '2', threads: '2' }), '2 2 2')
  assert.equal(chosen(4, { cores: '3' }), '4 1 1', 'an impossible preference is ignored')
})

test('the limits of the flavor hold, and an image can lower them', () => {
  assert.equal(chosen(8, { max_sockets: '2' }), '2 4 1')
  assert.equal(chosen(8, { max_sockets: '2', max_cores: '2' }), '2 2 2')
  assert.equal(chosen(8, { max_sockets: '2' }, { max_sockets: '1' }), '1 8 1')
  assert.equal(chosen(8, { max_sockets: '4', sockets: '4' }, { max_sockets: '2' }), '2 4 1')
})

test('a preference of the image replaces those of the flavor', () => {
  assert.equal(chosen(8, { sockets: '8' }, { threads: '2' }), '4 1 2')
  assert.equal(chosen(8, { cores: '4' }, { sockets: '1' }), '1 8 1')
})

test('limits that no CPU topology can satisfy are refused', () => {
  assert.throws(() => requireCpuTopology(asked(8, { max_sockets: '1', max_cores: '1', max_threads: '2' })), {
    message: 'Requested vCPU limits 1:1:2 are impossible to satisfy for vcpus count 8',
  })
  requireCpuTopology(asked(8, { max_sockets: '1' }))
})
