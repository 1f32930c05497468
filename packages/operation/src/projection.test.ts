import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { nullable, view } from './content.ts'
import { microversion } from './microversion.ts'
import { projectionOf } from './projection.ts'
import { before, shownTo, since } from './windows.ts'

const Server = view({
  id: Type.String(),
  host: shownTo('see-hosts', Type.String()),
  tags: since('2.26', Type.Array(Type.String())),
  old: before('2.10', Type.String()),
  flavor: nullable(view({ vcpus: Type.Integer(), extra_specs: since('2.47', Type.Object({})) })),
})
test('a property is left out if its union has no member in the version', () => {
  const changing = view({ cpu: Type.Union([before('2.9', Type.String()), before('2.8', Type.Integer())]) })
  assert.deepEqual(
    projectionOf(changing)({ cpu: 'x' }, microversion('2.9'), () => true),
    {},
  )
})

const project = projectionOf(view({ servers: Type.Array(Server) }))

const flavor = { vcpus: 1, extra_specs: {} }
const server = { id: 'a', host: 'h', tags: [], old: 'x', flavor }
const shown = (version: string, allowed: boolean, one: object = server) =>
  Object(project({ servers: [one] }, microversion(version), () => allowed)).servers[0]

test('a reply leaves out properties that its version lacks', () => {
  assert.deepEqual(shown('2.9', true), { id: 'a', host: 'h', old: 'x', flavor: { vcpus: 1 } })
  assert.deepEqual(shown('2.47', true), { id: 'a', host: 'h', tags: [], flavor })
  assert.deepEqual(shown('2.9', true, { ...server, flavor: null }).flavor, null)
})

test('a reply leaves out properties that the caller may not see', () => {
  assert.deepEqual(shown('2.47', false), { id: 'a', tags: [], flavor })
})

test('a reply with nothing to leave out is returned itself, and no reply is modified', () => {
  const whole = { id: 'a' }
  const same = projectionOf(view({ id: Type.String() }))
  assert.equal(
    same(whole, microversion('2.1'), () => true),
    whole,
  )
  shown('2.9', false)
  assert.deepEqual(Object.keys(server), ['id', 'host', 'tags', 'old', 'flavor'])
})

test('a property in a union of objects is shown by the rule of the first object that has it', () => {
  const listed = Type.Union([Server, view({ id: Type.String(), lost: Type.Boolean() })])
  const of = projectionOf(Type.Array(listed))
  const lost = { id: 'b', lost: true }
  assert.deepEqual(
    of([server, lost], microversion('2.47'), () => false),
    [{ id: 'a', tags: [], flavor }, lost],
  )
})
