import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { type Draft, freeName, graphOf, renamed, templateOf, without } from './draft.ts'

const draft: Draft = [
  { name: 'net', type: 'OS::Neutron::Net', wishes: {} },
  {
    name: 'subnet',
    type: 'OS::Neutron::Subnet',
    wishes: {
      network: { resource: 'net' },
      cidr: { text: '10.0.0.0/24' },
      dns_nameservers: { text: '[10.0.0.2, 10.0.0.3]' },
      name: { text: '' },
    },
  },
]

test('a draft becomes a template, with texts read as YAML and references as get_resource', () => {
  const template: unknown = parse(templateOf(draft))
  assert.deepEqual(template, {
    heat_template_version: '2018-08-31',
    resources: {
      net: { type: 'OS::Neutron::Net' },
      subnet: {
        type: 'OS::Neutron::Subnet',
        properties: {
          network: { get_resource: 'net' },
          cidr: '10.0.0.0/24',
          dns_nameservers: ['10.0.0.2', '10.0.0.3'],
        },
      },
    },
  })
})

test('renaming or removing a resource changes the references to it', () => {
  assert.deepEqual(renamed(draft, 'net', 'front')[1]?.wishes.network, { resource: 'front' })
  assert.deepEqual(Object.keys(without(draft, 'net')[0]?.wishes ?? {}), ['cidr', 'dns_nameservers', 'name'])
})

test('a new resource gets a unique name made from its type', () => {
  assert.equal(freeName([], 'OS::Neutron::RouterInterface'), 'router_interface')
  assert.equal(freeName(draft, 'OS::Neutron::Subnet'), 'subnet_2')
})

test('the graph places resources below those they need, and accepts circular references', () => {
  const circle: Draft = [
    { name: 'a', type: 'X', wishes: { of: { resource: 'b' } } },
    { name: 'b', type: 'X', wishes: { of: { resource: 'a' } } },
  ]
  assert.deepEqual(
    graphOf(draft).nodes.map(({ layer }) => layer),
    [0, 1],
  )
  assert.equal(graphOf(circle).ties.length, 2)
})
