import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parse } from 'yaml'
import { resourceDefinitionsOf } from './resource-definitions.ts'

const file = `
archive_policy_default: ceilometer-low
resources:
  - resource_type: instance
    metrics:
      cpu: { archive_policy_name: fine }
      memory:
    event_delete: compute.instance.delete.*
  - resource_type: volume
    metrics: [volume.size]
    event_delete: [volume.delete.end, snapshot.delete.end]
`

it('resource definitions give the type and archive policy of a meter, and the types that an event ends', () => {
  const { typeOf, policyOf, endedBy } = resourceDefinitionsOf(parse(file))
  assert.deepEqual(['cpu', 'memory', 'volume.size', 'vcpus'].map(typeOf), [
    ...['instance', 'instance', 'volume', undefined],
  ])
  assert.deepEqual(['cpu', 'memory'].map(policyOf), ['fine', 'ceilometer-low'])
  assert.deepEqual(endedBy('compute.instance.delete.end'), ['instance'])
  assert.deepEqual(endedBy('snapshot.delete.end'), ['volume'])
  assert.deepEqual(endedBy('volume.create.end'), [])
})

it('invalid resource definitions are refused with the resource and metric', () => {
  const refused = (text: string, message: RegExp) =>
    assert.throws(() => resourceDefinitionsOf(parse(text)), message)
  refused('[]', /resources are a list/)
  refused('resources: [{ metrics: [a] }]', /resource 1: resource_type is text/)
  refused('resources: [{ resource_type: x, metrics: { a: 5 } }]', /resource 1 \(x\), metric a has/)
  refused('resources: [{ resource_type: x, event_delete: 5 }]', /resource 1 \(x\): event_delete is text/)
})
