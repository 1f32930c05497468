import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Rolling, rollingStep } from './rolling.ts'

const members = (value: string, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { value }]))

/** How a group goes from one state to another, as `name=value` of each step. */
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
  return assert.fail(`it does not end: ${steps.join(' | ')}`)
}

test('without a policy a group is at once what it shall be', () => {
  assert.deepEqual(way(members('old', 'a', 'b'), members('new', 'a')), ['a=new'])
})

test('batches are made one after the other', () => {
  const rolling = { maxBatch: 2, minInService: 0, pauseSeconds: 0 }
  assert.deepEqual(way({}, members('new', 'a', 'b', 'c'), rolling), ['a=new b=new', 'a=new b=new c=new'])
})

test('so many serve while others are changed; where all must, more are made for a while', () => {
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

test('a smaller group loses its surplus when the rest is changed', () => {
  const rolling = { maxBatch: 1, minInService: 1, pauseSeconds: 0 }
  assert.deepEqual(way(members('old', 'a', 'b', 'c'), members('new', 'a', 'b'), rolling), [
    'a=new b=old c=old',
    'a=new b=new c=old',
    'a=new b=new',
  ])
})
