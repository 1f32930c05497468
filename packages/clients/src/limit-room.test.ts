import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureRoom, overLimits, overLimitText } from './limit-room.ts'

const levels = [
  { limits: new Map([['volumes', 5]]), projectIds: ['one'] },
  {
    limits: new Map([
      ['volumes', 6],
      ['gigabytes', -1],
    ]),
    projectIds: ['domain', 'one', 'other'],
  },
]

const measured = (resources: readonly string[], unregistered?: (resource: string) => number) =>
  measureRoom(levels, {
    resources,
    usageOf: async (projectIds) => ({ volumes: projectIds.length * 2 }),
    ...(unregistered === undefined ? {} : { unregistered }),
  })

test('a limit of a project counts its own usage, and one of its domain the usage of all its projects', async () => {
  const room = await measured(['volumes'])
  assert.deepEqual(room, [
    [{ resource: 'volumes', limit: 5, usage: 2 }],
    [{ resource: 'volumes', limit: 6, usage: 6 }],
  ])
  assert.deepEqual(overLimits(room, { volumes: 4 }), [{ resource: 'volumes', limit: 5, usage: 2, delta: 4 }])
  const over = overLimits(room, { volumes: 1 })
  assert.equal(
    overLimitText('one', over),
    'Project one is over a limit for [Resource volumes is over limit of 6 due to current usage 6 and delta 1]',
  )
  assert.deepEqual(overLimits(room, { volumes: 0 }), [])
})

test('a resource without a registered limit has limit 0, unless the service overrides that', async () => {
  assert.deepEqual((await measured(['gigabytes']))[0], [{ resource: 'gigabytes', limit: 0, usage: 0 }])
  assert.deepEqual(await measured(['gigabytes'], () => -1), [])
})
