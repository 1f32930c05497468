import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Rolling, rollingStep } from './rolling.ts'

const members = (value: string, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { value }]))

/** The steps by which a group gets from one state to another, each as `name=value` of its members. */
const way = (current: ReturnType<typeof members>, wanted: ReturnType<typeof members>, rolling?: Rolling) => {
  const steps: string[] = []
  let state = current
  for (let turn = 0; turn < 20; turn++) {
    const names = Object.keys(state)
    const spare = (count: number) =>
      members('new', ...Array.from({ length: count }, (_, index) => `s${names.length + index}`))
    const { members: next, goesOn } = rollingStep({ current: state, wanted, spare }, rolling)
    state = Object.fromEntries(
      Object.entries(next).map(([name, { value }]) => [name, { value: String(value) }]),
    )
    steps.push(
      Object.entries(state)
        .map(([name, { value }]) => `${name}=${value}`)
        .sort()
        .join(' '),
    )
    if (!goesOn) return steps
  }
  return assert.fail(`the rolling update does not end: ${steps.join(' | ')}`)
}

test('without a rolling update policy a group is updated in one step', () => {
  assert.deepEqual(way(members('old', 'a', 'b'), members('new', 'a')), ['a=new'])
})

test('members are created in batches of the maximum size, one after the other', () => {
  const rolling = { maxBatch: 2, minInService: 0, pauseSeconds: 0 }
  assert.deepEqual(way({}, members('new', 'a', 'b', 'c'), rolling), ['a=new b=new', 'a=new b=new c=new'])
})

test('the minimum in service is kept during an update, by temporary members if need be', () => {
  const old = members('old', 'a', 'b', 'c')
  const next = members('new', 'a', 'b', 'c')
  assert.deepEqual(way(old, next, { maxBatch: 2, minInService: 2, pauseSeconds: 0 }), [
    'a=new b=old c=old',
    'a=new b=new c=old',
    'a=new b=new c=new',
  ])
  assert.deepEqual(way(old, next, { maxBatch: 2, minInService: 3, pauseSeconds: 0 }), [
    'a=old b=old c=old s3=new s4=new',
    'a=new b=new c=old s3=new s4=new',
    'a=new b=new c=new s3=new s4=new',
    'a=new b=new c=new',
  ])
})

test('a group that shrinks loses its surplus members in the last step', () => {
  const rolling = { maxBatch: 1, minInService: 1, pauseSeconds: 0 }
  assert.deepEqual(way(members('old', 'a', 'b', 'c'), members('new', 'a', 'b'), rolling), [
    'a=new b=old c=old',
    'a=new b=new c=old',
    'a=new b=new',
  ])
})
