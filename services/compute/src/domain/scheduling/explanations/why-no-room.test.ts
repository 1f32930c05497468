import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoRoom } from './why-no-room.ts'
import { whyNot } from './why-not.ts'

const nodeId = 'node-1'
const resources = { VCPU: 2, DISK_GB: 100 }
const summary = {
  resources: { VCPU: { capacity: 16, used: 15 }, DISK_GB: { capacity: 200, used: 20 } },
  traits: ['HW_CPU_X86_AVX'],
  parent_provider_uuid: null,
  root_provider_uuid: nodeId,
}
const room = { nodeId, summaries: [summary], enough: new Set(['DISK_GB']), outside: [] }
const roomy = { ...room, enough: new Set(['VCPU', 'DISK_GB']) }

test('a host without room is explained with what it has free and what is needed', () => {
  assert.equal(whyNoRoom({ resources, traits: [], groups: [] }, room), 'has 1 of 16 VCPU free, 2 needed')
  assert.equal(
    whyNoRoom({ resources: { VGPU: 1 }, traits: [], groups: [] }, { ...room, enough: new Set() }),
    'has no VGPU, 1 needed',
  )
  assert.equal(
    whyNoRoom({ resources, traits: [], groups: [] }, { ...room, enough: new Set(['VCPU']) }),
    'gives no server 100 DISK_GB, though 180 of 200 are free',
  )
})

test('traits, aggregates and the requested host are reasons too', () => {
  const traits = ['HW_CPU_X86_AVX2', '!HW_CPU_X86_AVX']
  assert.equal(
    whyNoRoom({ resources, traits, groups: [] }, { ...roomy, outside: ['is not in availability zone east'] }),
    'lacks the trait HW_CPU_X86_AVX2; has the trait HW_CPU_X86_AVX, which is forbidden; is not in availability zone east',
  )
  assert.equal(
    whyNoRoom({ resources, traits: [], groups: [], onlyProvider: 'node-2' }, room),
    'is not the host asked for',
  )
  const disabled = 'its compute service is disabled: repair'
  assert.equal(
    whyNoRoom({ resources, traits: ['!COMPUTE_STATUS_DISABLED'], groups: [] }, { ...roomy, disabled }),
    disabled,
  )
  assert.equal(
    whyNoRoom({ resources, traits: [], groups: [] }, roomy),
    'cannot give all that is needed at once',
  )
})

test('a group of resources is refused for what the host lacks, or because no provider has all of it', () => {
  const pair = { suffix: '_1', resources: { VCPU: 1, DISK_GB: 10 }, traits: ['CUSTOM_FAST'] }
  const asked = { resources: {}, traits: [], groups: [pair] }
  assert.equal(
    whyNoRoom(asked, { ...room, summaries: [{ ...summary, resources: {} }], enough: new Set(['DISK_GB']) }),
    'has no VCPU, 1 needed',
  )
  assert.equal(whyNoRoom(asked, roomy), 'has no provider that gives VCPU:1,DISK_GB:10 with CUSTOM_FAST')
  const given = { ...roomy, enough: new Set([...roomy.enough, '_1']) }
  assert.equal(whyNoRoom(asked, given), 'cannot give all that is needed at once')
})

test('the explanation why no host was found has a line for each host', () => {
  const refused = [{ host: 'host-1', node: 'host-1', reason: 'has 1 of 16 VCPU free, 2 needed' }]
  const reason = { host: 'host-2', node: 'blade-7', reason: 'is disabled' }
  const filters = [
    { filter: 'Placement', left: 1, refused },
    { filter: 'ComputeFilter', left: 0, refused: [reason], untold: 2 },
  ]
  assert.equal(
    whyNot({ candidates: 1, filters, lostRaces: ['host-3'] }),
    [
      'Placement offered 1 host.',
      'host-1: Placement: has 1 of 16 VCPU free, 2 needed',
      'host-2 (blade-7): ComputeFilter: is disabled',
      'ComputeFilter refused 2 more hosts.',
      'host-3: was given to another server meanwhile',
    ].join('\n'),
  )
})
