import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiOf } from '@nimbo/operation/open-api/open-api'
import { schemaAt } from '@nimbo/operation/schema-at'
import { microversion } from '@nimbo/operation/microversion'
import Value from 'typebox/value'
import { apart, attribute } from './attribute.ts'
import { crudOf } from './crud.ts'
import { resource } from './kind.ts'
import { identified, owned, tagged } from './standard-attributes.ts'
import { integer, listOf, text } from './value-types.ts'
import { viewsOf } from './view.ts'

const boat = resource('big_boat', 'big_boats', {
  ...identified,
  ...owned,
  name: attribute(text(), { on: 'create update', default: '' }),
  length: attribute(integer(0, 100), { on: 'create', required: true, since: '2.3' }),
  owner: attribute(text(), { shownTo: 'see_owner' }),
  crew: apart(listOf(text()), { on: 'update' }),
  ...tagged,
})

const crud = crudOf({ ruleOf: (verb, { name }) => `${verb}_${name}`, aliases: { tenant_id: 'project_id' } })
const boats = crud(boat, { notFound: 'BoatNotFound', delete: ['BoatInUse'] })

test('crud derives five operations from the description of a kind', () => {
  const told = Object.values(boats).map(({ id, method, path, rule, on, errors }) => [
    ...[id, `${method} ${path}`, rule, on.kind],
    errors ?? [],
  ])
  assert.deepEqual(told, [
    ['big_boats.list', 'GET /big-boats', 'get_big_boat', 'each', []],
    ['big_boats.create', 'POST /big-boats', 'create_big_boat', 'each', []],
    ['big_boats.show', 'GET /big-boats/{big_boat_id}', 'get_big_boat', 'found', ['BoatNotFound']],
    ['big_boats.update', 'PUT /big-boats/{big_boat_id}', 'update_big_boat', 'found', ['BoatNotFound']],
    [
      'big_boats.delete',
      'DELETE /big-boats/{big_boat_id}',
      'delete_big_boat',
      'found',
      ['BoatNotFound', 'BoatInUse'],
    ],
  ])
})

test('bodies have the attributes that can be set and replies those shown, in each version', () => {
  const at = (version: string) => ({
    body: schemaAt(boats.create.body ?? {}, microversion(version)) ?? {},
    reply: schemaAt(boats.show.replies[200], microversion(version)) ?? {},
  })
  const made = { big_boat: { name: 'a', length: 7, project_id: 'p' } }
  assert.equal(Value.Check(at('2.3').body, made), true)
  assert.equal(Value.Check(at('2.3').body, { big_boats: [made.big_boat] }), true)
  assert.equal(Value.Check(at('2.3').body, { big_boat: { name: 'a' } }), false, 'the length is required')
  assert.equal(Value.Check(at('2.2').body, made), false, 'version 2.2 has no length')
  assert.equal(Value.Check(at('2.3').body, { big_boat: { ...made.big_boat, owner: 'x' } }), false)
  const shown = {
    big_boat: { id: '6a1b0c1e-6f0e-4d0c-9c69-6f1b1f3f8a11', tenant_id: 'p', length: 7, tags: [] },
  }
  assert.equal(Value.Check(at('2.3').reply, shown), true)
  assert.equal(Value.Check(at('2.2').reply, shown), false)
  const changes = boats.update.body ?? {}
  assert.equal(Value.Check(changes, { big_boat: { crew: ['Ann'] } }), true)
  assert.equal(Value.Check(changes, { big_boat: { length: 3 } }), false)
})

test('the derived operations can be described as OpenAPI, with the filters of a list', () => {
  const document = JSON.stringify(
    openApiOf({ title: 'Boats', operations: Object.values(boats), url: 'http://c' }),
  )
  for (const name of ['tenant_id', 'not-tags-any', 'page_reverse', 'x-checked-by-handler'])
    assert.ok(document.includes(`"${name}"`), name)
})

test('a view shows the requested attributes that the caller may see', () => {
  const ruleOf = (attribute: string) => (attribute === 'crew' ? 'see_crew' : undefined)
  const views = viewsOf(boat, { ruleOf, aliases: { tenant_id: 'project_id', harbour: 'harbour_id' } })
  const one = {
    ...{ id: 'a', project_id: 'p', name: 'b', length: 3, owner: 'ann', crew: ['Ada'], tags: [] },
  }
  const only =
    (...rules: string[]) =>
    (rule: string) =>
      rules.includes(rule)
  assert.deepEqual(views([])(only('see_owner', 'see_crew'), one), { ...one, tenant_id: 'p' })
  const { owner: _owner, crew: _crew, ...open } = one
  assert.deepEqual(views([])(only(), one), { ...open, tenant_id: 'p' })
  assert.deepEqual(views(['id', 'owner', 'colour'])(only('see_owner'), one), { id: 'a', owner: 'ann' })
})
