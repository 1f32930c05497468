import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Aggregate } from '../../hosts/aggregate.ts'
import { aggregatePrefilter, needsAggregates, type PrefilterOptions } from './aggregate-prefilter.ts'
import { sampleRequest } from '../host-state.testing.ts'

const aggregate = (uuid: string, metadata: Readonly<Record<string, string>>): Aggregate => ({
  ...{ id: 1, uuid, name: uuid, metadata, hosts: [] },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: null },
})
const known = [
  aggregate('ours', { filter_tenant_id: 'project-1' }),
  aggregate('theirs', { filter_tenant_id2: 'project-2' }),
  aggregate('licensed', { 'trait:CUSTOM_LICENSED': 'required' }),
]
const off: PrefilterOptions = {
  limit_tenants_to_placement_aggregate: false,
  placement_aggregate_required_for_tenants: false,
  enable_isolated_aggregate_filtering: false,
}
const { spec } = sampleRequest()
const conditionsOf = (...asked: Parameters<typeof aggregatePrefilter>) =>
  aggregatePrefilter(...asked)?.map(({ condition }) => condition)

test('no aggregates are asked of placement unless an option enables it', () => {
  assert.deepEqual(aggregatePrefilter(known, spec, off), [])
})

test('a project is limited to its aggregates; without any it may use all hosts, or none if they are required', () => {
  const limited = { ...off, limit_tenants_to_placement_aggregate: true }
  assert.deepEqual(conditionsOf(known, spec, limited), ['in:ours'])
  const stranger = { ...spec, projectId: 'project-3' }
  assert.deepEqual(aggregatePrefilter(known, stranger, limited), [])
  const required = { ...limited, placement_aggregate_required_for_tenants: true }
  assert.equal(aggregatePrefilter(known, stranger, required), undefined)
})

test('aggregates with required traits are avoided unless the flavor requests the traits', () => {
  const isolated = { ...off, enable_isolated_aggregate_filtering: true }
  assert.deepEqual(conditionsOf(known, spec, isolated), ['!in:licensed'])
  const flavor = { ...spec.flavor, extraSpecs: { 'trait:CUSTOM_LICENSED': 'required' } }
  assert.deepEqual(aggregatePrefilter(known, { ...spec, flavor }, isolated), [])
})

test('an availability zone limits hosts to the aggregates that name it, if there are any', () => {
  const zones = [
    aggregate('east-1', { availability_zone: 'east' }),
    aggregate('east-2', { availability_zone: 'east' }),
    aggregate('west', { availability_zone: 'west' }),
  ]
  const inZone = (availabilityZone: string) => conditionsOf(zones, { ...spec, availabilityZone }, off)
  assert.deepEqual(inZone('east'), ['in:east-1,east-2'])
  assert.deepEqual(inZone('nova'), [])
  assert.ok(needsAggregates({ ...spec, availabilityZone: 'east' }, off) && !needsAggregates(spec, off))
})
