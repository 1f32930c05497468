import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MappingRules } from '@nimbo/contracts/identity/mappings'
import { applyMapping, NoSuchValue } from './apply-mapping.ts'

const of = (attributes: Record<string, readonly string[]>) => new Map(Object.entries(attributes))
const user = { name: '{0}' }
const everybody: MappingRules = [{ local: [{ user }], remote: [{ type: 'HTTP_OIDC_SUB' }] }]

test('an attribute is found with or without the HTTP_ prefix, in upper or lower case, with - or _', () => {
  for (const type of ['HTTP_OIDC_SUB', 'OIDC-sub', 'oidc_sub']) {
    const rules: MappingRules = [{ local: [{ user }], remote: [{ type }] }]
    assert.equal(applyMapping(rules, of({ OIDC_SUB: ['ann'] }))?.user.name, 'ann')
  }
})

test('a mapping rule applies only if all its conditions on remote attributes hold', () => {
  const asks = (more: object): MappingRules => [
    { local: [{ user }], remote: [{ type: 'SUB' }, { type: 'ORG', ...more }] },
  ]
  const ann = of({ SUB: ['ann'], ORG: ['sales', 'staff'] })
  const applies = (more: object) => applyMapping(asks(more), ann) !== undefined
  assert.equal(applies({ any_one_of: ['staff', 'x'] }), true)
  assert.equal(applies({ any_one_of: ['x'] }), false)
  assert.equal(applies({ not_any_of: ['staff'] }), false)
  assert.equal(applies({ not_any_of: ['x'] }), true)
  assert.equal(applies({ any_one_of: ['^sta'], regex: true }), true)
  assert.equal(applies({ any_one_of: ['^sta'] }), false)
  assert.equal(applyMapping(asks({}), of({ SUB: ['ann'] })), undefined)
  assert.equal(applyMapping(everybody, of({})), undefined)
})

test('{0}, {1}, … count the attributes without conditions; whitelist and blacklist filter their values', () => {
  const rules = (more: object): MappingRules => [
    {
      local: [
        { user: { name: '{0} ({1})', email: 'x' } },
        { groups: '{2}', domain: { name: 'East' } },
        { group: { id: 'g1' } },
      ],
      remote: [
        { type: 'SUB' },
        { type: 'KIND', any_one_of: ['a'] },
        { type: 'MAIL' },
        { type: 'GROUPS', ...more },
      ],
    },
  ]
  const ann = of({ SUB: ['ann'], KIND: ['a'], MAIL: ['a@x'], GROUPS: ['dev', 'ops'] })
  const mapped = applyMapping(rules({}), ann)
  assert.equal(mapped?.user.name, 'ann (a@x)')
  assert.deepEqual(mapped.groupIds, ['g1'])
  const names = (more: object) => applyMapping(rules(more), ann)?.groupNames.map(({ name }) => name)
  assert.deepEqual(names({}), ['dev', 'ops'])
  assert.deepEqual(names({ whitelist: ['ops'] }), ['ops'])
  assert.deepEqual(names({ blacklist: ['ops'] }), ['dev'])
})

test('the first rule that applies names the user, and all rules that apply add groups', () => {
  const rules: MappingRules = [
    { local: [{ user: { name: 'first' } }, { group: { id: 'a' } }], remote: [{ type: 'SUB' }] },
    { local: [{ user: { name: 'second' } }, { group: { id: 'b' } }], remote: [{ type: 'SUB' }] },
  ]
  const mapped = applyMapping(rules, of({ SUB: ['ann'] }))
  assert.deepEqual([mapped?.user.name, mapped?.groupIds], ['first', ['a', 'b']])
})

test('a rule that uses a value for which it has no remote attribute is an error', () => {
  const rules: MappingRules = [{ local: [{ user: { name: '{1}' } }], remote: [{ type: 'SUB' }] }]
  assert.throws(() => applyMapping(rules, of({ SUB: ['ann'] })), NoSuchValue)
})

test('groups in the JSON form of another Keystone keep their own domains', () => {
  const rules: MappingRules = [
    {
      local: [{ user: { name: '{0}' }, groups: '{1}', domain: { name: 'Default' } }],
      remote: [{ type: 'SUB' }, { type: 'GROUPS' }],
    },
  ]
  const groups = ['JSON:{"name":"dev","domain":{"name":"East"}}', 'ops', 'JSON:{"name":7}']
  assert.deepEqual(applyMapping(rules, of({ SUB: ['ann'], GROUPS: groups }))?.groupNames, [
    { name: 'dev', domain: { id: undefined, name: 'East' } },
    { name: 'ops', domain: { id: undefined, name: 'Default' } },
    { name: 'JSON:{"name":7}', domain: { id: undefined, name: 'Default' } },
  ])
})
