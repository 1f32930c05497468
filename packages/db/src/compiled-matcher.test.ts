import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compiledMatcher } from './compiled-matcher.ts'
import { Placeholder, placeholdersFor, SpelledOut, type Structure } from './parameter-shape.ts'
import { ShapeMatcher } from './shape-matcher.ts'
import { generalMatcher, StructurePattern } from './shape-pattern.ts'

class Fruit {
  readonly id = 'apple'
}

/** An object with properties that it only inherits. */
const inheriting = (inherited: object, own: object): object => Object.assign(Object.create(inherited), own)

const row = (id: unknown, colour: unknown = 'red') => ({ id, colour, weight: 1 })

const holes = ['a', 'b', 'c']
delete holes[1]

/** Each is matched with what was built for each other. */
const given: readonly object[] = [
  {},
  { id: 'apple' },
  { id: 2 },
  { id: '' },
  { id: 0 },
  { id: Number.NaN },
  { id: 3n },
  { id: Symbol.iterator },
  { id: () => {} },
  { id: new Date(0) },
  { id: Uint8Array.of(1, 2) },
  { id: Buffer.from('bytes') },
  { id: new Map() },
  { id: new Fruit() },
  { id: null },
  { id: true },
  { id: false },
  { id: undefined },
  { id: {} },
  { id: Object.create(null) },
  { id: [] },
  { id: new SpelledOut(1) },
  { id: new SpelledOut(2) },
  { id: new SpelledOut(0) },
  { id: new SpelledOut(-0) },
  { id: new SpelledOut(Number.NaN) },
  new Fruit(),
  Object.assign(Object.create(null), { id: 'apple' }),
  inheriting({ colour: 'red' }, { id: 'apple' }),
  inheriting({ id: 'apple' }, { colour: 'red' }),
  inheriting({ id: 'apple' }, {}),
  { id: 'apple', colour: 'red' },
  { colour: 'red', id: 'apple' },
  { id: 'apple', colour: null },
  { id: 'apple', colour: undefined },
  { colour: undefined, id: 'apple' },
  { id: undefined, colour: undefined },
  { id: undefined, colour: 'red' },
  { id: 'apple', other: 'red' },
  { id: 'apple', colour: 'red', other: undefined },
  { other: undefined, id: 'apple', colour: 'red' },
  { id: 'apple', colour: 'red', other: 1 },
  { id: 'apple', [Symbol.iterator]: 1 },
  { 0: 'first', id: 'apple' },
  { 'a "quoted" name': 1, 'a\nline\u2028\\': 2, '': 3, 'value0; part1': 4 },
  Object.fromEntries([['__proto__', 'text']]),
  Object.fromEntries([['__proto__', { id: 'apple' }]]),
  Object.fromEntries([['__proto__', null]]),
  { set: Object.fromEntries([['__proto__', 'text']]) },
  { set: {} },
  { set: { id: 'apple' } },
  { set: { id: 'apple', colour: null } },
  { set: { colour: null, id: 'apple' } },
  { set: { id: 'apple', colour: undefined } },
  { set: { id: 'apple', colour: null, other: undefined } },
  { set: Object.assign(Object.create(null), { id: 'apple' }) },
  { set: Object.create({ id: 'apple' }) },
  { set: new Fruit() },
  { set: 'apple' },
  { set: ['apple'] },
  { set: null },
  { set: undefined },
  { set: { from: { states: ['a', 'b', null, false], seen: {} } }, id: 'apple' },
  { set: { from: { states: ['a', null, 'b', false], seen: {} } }, id: 'apple' },
  ...[0, 1, 2, 4, 5, 6, 7, 8, 9, 16, 17, 150, 190, 201, 1025].flatMap((length) => [
    { ids: Array.from({ length }, (_, index) => index), most: 9 },
    { ids: Array.from({ length }, () => row('apple')), most: 9 },
  ]),
  { ids: ['a', null], most: 9 },
  { ids: [null, 'a'], most: 9 },
  { ids: [null, null, null, null, null, null], most: 9 },
  { ids: ['a', undefined], most: 9 },
  { ids: [undefined, 'a'], most: 9 },
  { ids: ['a', true, 'b', 'c', 'd', 'e', 'f', false], most: 9 },
  { ids: holes, most: 9 },
  { ids: Array(2), most: 9 },
  { ids: [new Date(1), Uint8Array.of(1)], most: 9 },
  { ids: [['a', 'b'], ['c']], most: 9 },
  { ids: [['a'], ['b', 'c']], most: 9 },
  { ids: [row('a'), row('b', null)], most: 9 },
  { ids: [row('a', null), row('b')], most: 9 },
  { ids: [row('a'), { colour: 'red', id: 'b', weight: 1 }], most: 9 },
  { ids: [row('a'), row('b', undefined)], most: 9 },
  { ids: [row('a'), 'b'], most: 9 },
  { ids: ['b', row('a')], most: 9 },
  { ids: [row('a'), undefined], most: 9 },
  { ids: [row('a'), Object.assign(Object.create(null), row('b'))], most: 9 },
  { ids: [row('a'), 'b', 'c', 'd', 'e', 'f', 'g', 'h'], most: 9 },
  { ids: ['a', 'b', 'c', 'd', row('e')], most: 9 },
  { ids: { length: 2, 0: 'a', 1: 'b' }, most: 9 },
  { ids: new Set(['a']), most: 9 },
]

const placeholdersIn = (part: unknown): readonly Placeholder[] =>
  part instanceof Placeholder
    ? [part]
    : typeof part === 'object' && part !== null
      ? Object.values(part).flatMap(placeholdersIn)
      : []

/** Queries use values in the order that they are given; in another, more than once, or not; and have values of their own. */
const usedIn = (all: readonly Placeholder[]): readonly (readonly unknown[])[] => [
  all,
  ['of the query', ...all.toReversed(), null, ...all, undefined, new Date(0)],
  all.slice(1),
  [],
]

test('a compiled matcher gives for everything what the general one gives', () => {
  let compiled = 0
  for (const like of given) {
    const placeholders = placeholdersFor(like)
    const pattern = new StructurePattern(placeholders as Structure)
    for (const wanted of usedIn(placeholdersIn(placeholders))) {
      const expected = generalMatcher(pattern, wanted)
      const matcher = compiledMatcher(pattern, wanted)
      if (matcher === undefined) continue
      compiled += 1
      assert.notEqual(matcher(like), undefined)
      for (const other of given) assert.deepEqual(matcher(other), expected(other))
    }
  }
  assert.ok(compiled > 350, `only ${compiled} were compiled`)
})

test('what has very many parts is not compiled', () => {
  const matcherOf = (length: number) => {
    const like = { ids: Array.from({ length }, () => row('a')) }
    return compiledMatcher(new StructurePattern(placeholdersFor(like)), [])
  }
  assert.notEqual(matcherOf(20), undefined)
  assert.equal(matcherOf(100), undefined)
})

test('matching goes on as before when a shape was matched often', () => {
  const placeholders = placeholdersFor({ id: 'apple', set: { colour: 'red' }, only: null })
  const matcher = new ShapeMatcher(placeholders, placeholdersIn(placeholders).toReversed())
  for (let time = 0; time < 300; time += 1) {
    const set = { colour: `colour ${time}` }
    assert.deepEqual(matcher.parametersOf({ id: time, set, only: null }), [set.colour, time])
    assert.deepEqual(matcher.parametersOf({ id: time, set, none: undefined, only: null }), [set.colour, time])
    assert.equal(matcher.parametersOf({ id: time, set, only: true }), undefined)
    assert.equal(matcher.parametersOf({ set, id: time, only: null }), undefined)
  }
})
