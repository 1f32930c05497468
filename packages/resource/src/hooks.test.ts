import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute } from './describe/attribute.ts'
import { resource } from './describe/kind.ts'
import { uuid } from './describe/value-types.ts'
import { after, before, hooksOf } from './hooks.ts'

const attributes = { id: attribute(uuid, {}) }
const boat = resource('boat', 'boats', attributes)
const ship = resource('ship', 'ships', attributes)

test('hooks of a kind and moment run in the order of their list, up to the first that throws', async () => {
  const said: string[] = []
  const saying =
    (what: string) =>
    async (inside: string, { id }: { readonly id: string }) => {
      said.push(`${what} ${id} in ${inside}`)
    }
  const refusing = async () => {
    throw new Error('never')
  }
  const hooks = hooksOf<string>([
    before.delete(boat, saying('first')),
    before.delete(ship, saying('another kind')),
    before.delete(boat, saying('second')),
    before.delete(boat, refusing),
    before.delete(boat, saying('too late')),
    after.create(boat, saying('made')),
    after.update(boat, (inside, change) => saying('changed')(inside, change.after)),
    after.delete(boat, saying('gone')),
  ])
  await assert.rejects(hooks.run('beforeDelete', boat, 'tx', { id: 'b' }), /never/)
  assert.deepEqual(said, ['first b in tx', 'second b in tx'])
  said.length = 0
  await hooks.run('created', boat, 'tx', { id: 'b' })
  await hooks.run('updated', boat, 'tx', { before: { id: 'a' }, after: { id: 'b' } })
  await hooks.run('deleted', boat, 'tx', { id: 'b' })
  await hooks.run('deleted', ship, 'tx', { id: 's' })
  assert.deepEqual(said, ['made b in tx', 'changed b in tx', 'gone b in tx'])
})
