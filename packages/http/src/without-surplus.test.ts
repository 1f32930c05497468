import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { schemaChecker } from './validate.ts'
import { withoutSurplus } from './without-surplus.ts'

const exact = { additionalProperties: false }
const check = withoutSurplus(
  schemaChecker('body')(
    Type.Object(
      {
        server: Type.Object(
          {
            name: Type.String(),
            networks: Type.Optional(
              Type.Union([Type.Literal('none'), Type.Array(Type.Object({ uuid: Type.String() }, exact))]),
            ),
          },
          exact,
        ),
      },
      exact,
    ),
  ),
)

test('unknown properties are removed at any depth, and the rest is validated', () => {
  const body = {
    server: { name: 'a', colour: 'blue', 'with.dot': 1, networks: [{ uuid: 'x', extra: true }] },
    hint: {},
  }
  assert.equal(check(body), undefined)
  assert.deepEqual(body, { server: { name: 'a', networks: [{ uuid: 'x' }] } })
  assert.equal(check({ server: { name: 1, colour: 'blue' } })?.path, 'server.name')
  assert.equal(check({ server: { colour: 'blue' } })?.keyword, 'required')
})
