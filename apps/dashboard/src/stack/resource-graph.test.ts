import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resourceGraph } from './resource-graph.ts'

const resource = (name: string, type: string, requiredBy: readonly string[], id = name) => ({
  ...{ resource_name: name, resource_type: type, required_by: requiredBy, physical_resource_id: id },
  resource_status: 'CREATE_COMPLETE',
})

test('a resource is placed below all that it needs, directly or indirectly', () => {
  const { nodes, ties } = resourceGraph([
    resource('web', 'OS::Nova::Server', []),
    resource('port', 'OS::Neutron::Port', ['web']),
    resource('net', 'OS::Neutron::Net', ['subnet', 'port']),
    resource('subnet', 'OS::Neutron::Subnet', ['port']),
    resource('word', 'OS::Heat::RandomString', ['web']),
  ])
  const layers = Object.fromEntries(nodes.map(({ name, layer }) => [name, layer]))
  assert.deepEqual(layers, { web: 3, port: 2, net: 0, subnet: 1, word: 0 })
  assert.equal(ties.length, 5)
})

test('resources link to their page if their type has one and they are created', () => {
  const { nodes } = resourceGraph([
    resource('web', 'OS::Nova::Server', [], 'a b'),
    resource('later', 'OS::Nova::Server', [], ''),
    resource('word', 'OS::Heat::RandomString', []),
  ])
  assert.deepEqual(
    nodes.map(({ address }) => address),
    ['/project/servers/a%20b', undefined, undefined],
  )
})

test('circular dependencies are drawn without an endless loop', () => {
  const { nodes } = resourceGraph([resource('a', 'x', ['b']), resource('b', 'x', ['a'])])
  assert.equal(nodes.length, 2)
})
