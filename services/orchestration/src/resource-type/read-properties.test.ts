import assert from 'node:assert/strict'
import { test } from 'node:test'
import { range } from './constraint.ts'
import { resourceErrors } from './errors.ts'
import { anything, boolean, integer, like, listOf, mapOf, oneOf, string } from './property.ts'
import { readProperties, unknownYet } from './read-properties.ts'

const declared = {
  name: string(),
  size: integer({ default: 1, constraints: [range({ min: 1, max: 9 })] }),
  policy: oneOf(['fast', 'slow']),
  network_id: like('neutron.network', { replacedBy: 'network' }),
  network: like('neutron.network', { required: true }),
  parts: listOf(mapOf({ port: string({ required: true }), enabled: boolean({ default: true }) })),
  free: anything(),
}

const read = (given: Readonly<Record<string, unknown>>) =>
  readProperties(declared, given, {
    where: 'resources.web.properties',
    resolve: async (_, value) => {
      if (value === 'lost') throw resourceErrors.EntityNotKnown({ entity: 'network', name: 'lost' })
      return `id of ${String(value)}`
    },
  })

test('property values are converted, defaults added, and names resolved to ids', async () => {
  assert.deepEqual(await read({ network: 'inner', size: '7', name: 5, parts: [{ port: 'p' }], free: [1] }), {
    name: '5',
    size: 7,
    network: 'id of inner',
    parts: [{ port: 'p', enabled: true }],
    free: [1],
  })
})

test('a deprecated property is read as the one that replaces it, and null as not given', async () => {
  assert.deepEqual(await read({ network_id: 'inner', name: null }), { network: 'id of inner', size: 1 })
})

test('values that are not known yet are left out, and a required property among them is not missing', async () => {
  assert.deepEqual(await read({ network: unknownYet, parts: [{ port: unknownYet }] }), {
    size: 1,
    parts: [{ enabled: true }],
  })
})

test('an invalid property is refused with its path and the reason', async () => {
  const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{}, '.network: Property network not assigned'],
    [{ network: 'n', color: 1 }, ': Unknown Property color'],
    [{ network: 'n', size: 'x' }, ".size: Value 'x' is not an integer"],
    [{ network: 'n', size: 12 }, '.size: 12 is out of range (min: 1, max: 9)'],
    [{ network: 'n', policy: 'late' }, '.policy: "late" is not an allowed value ["fast","slow"]'],
    [{ network: 'n', parts: [{}] }, '.parts[0].port: Property port not assigned'],
    [{ network: 'n', parts: 'p' }, '.parts: "p" is not a list'],
    [
      { network: 'lost' },
      ".network: Error validating value 'lost': Unable to find network with name or id 'lost'",
    ],
  ]
  for (const [given, problem] of cases)
    await assert.rejects(read(given), {
      code: 'PropertyError',
      message: `Property error: resources.web.properties${problem}`,
    })
})
