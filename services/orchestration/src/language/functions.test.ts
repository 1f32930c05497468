import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionHolds, resolve } from './resolve.ts'
import type { Scope } from './scope.ts'
import { scopeOf } from './scope.testing.ts'

const newest = '2021-04-16'
const around = {
  parameters: {
    size: 3,
    names: ['a', 'b'],
    deep: { list: [{ port: 80 }] },
    yes: true,
    hundred: Array.from({ length: 100 }, (_, index) => index),
    'OS::stack_name': 'web',
  },
  resources: { server: { first_address: '10.0.0.5', networks: { net: ['10.0.0.5'] } } },
  conditions: {
    big: { equals: [{ get_param: 'size' }, 3] },
    small: { not: 'big' },
    both: { and: ['big', { not: 'small' }] },
  },
  files: { 'boot.sh': 'echo hello' },
}

/** Version, template value, expected result. */
const values: readonly (readonly [string, unknown, unknown])[] = [
  [newest, { get_param: 'size' }, 3],
  [newest, { get_param: ['deep', 'list', 0, 'port'] }, 80],
  [newest, { get_param: ['deep', 'nothing'] }, null],
  [newest, { get_param: 'OS::stack_name' }, 'web'],
  [newest, { get_resource: 'server' }, 'id-of-server'],
  ['2013-05-23', { get_attr: ['server', 'networks', 'net', 0] }, '10.0.0.5'],
  [newest, { get_attr: ['server'] }, around.resources.server],
  [newest, { get_file: 'boot.sh' }, 'echo hello'],
  [newest, { list_join: ['-', ['a', 'b'], [1]] }, 'a-b-1'],
  [newest, { list_join: [',', [{ a: 1 }]] }, '{"a":1}'],
  [newest, { str_split: [',', 'a,b', 1] }, 'b'],
  [newest, { str_split: [',', 'a,b'] }, ['a', 'b']],
  [
    newest,
    { str_replace: { template: 'host of hostname', params: { host: 'h', hostname: 'long' } } },
    'h of long',
  ],
  [newest, { str_replace: { template: 'v', params: { v: [1, 2] } } }, '[1,2]'],
  [newest, { digest: ['sha256', 'a'] }, 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
  [
    newest,
    { repeat: { template: { port: '%p%', name: 'n-%p%' }, for_each: { '%p%': [80, 443] } } },
    [
      { port: 80, name: 'n-80' },
      { port: 443, name: 'n-443' },
    ],
  ],
  [
    newest,
    { repeat: { template: 'x-y', for_each: { x: ['1', '2'], y: ['a', 'b'] } } },
    ['1-a', '1-b', '2-a', '2-b'],
  ],
  [
    newest,
    { repeat: { template: 'x-y', for_each: { x: ['1', '2'], y: ['a', 'b'] }, permutations: false } },
    ['1-a', '2-b'],
  ],
  [newest, { repeat: { template: 'k', for_each: { k: { one: 1, two: 2 } } } }, ['one', 'two']],
  [newest, { map_merge: [{ a: 1 }, { a: 2, b: 3 }] }, { a: 2, b: 3 }],
  [
    newest,
    {
      map_replace: [
        { k: 'v', m: 'w' },
        { keys: { k: 'K' }, values: { w: 'W' } },
      ],
    },
    { K: 'v', m: 'W' },
  ],
  [newest, { list_concat: [['a'], ['a', 'b']] }, ['a', 'a', 'b']],
  [newest, { list_concat_unique: [['a'], ['a', 'b']] }, ['a', 'b']],
  [newest, { filter: [['a'], ['a', 'b', 'a']] }, ['b']],
  [newest, { contains: ['a', ['a', 'b']] }, true],
  [newest, { contains: ['x', 'abc'] }, false],
  [newest, { if: ['big', 'B', 'S'] }, 'B'],
  [newest, { if: [{ equals: ['a', 'b'] }, 'B', 'S'] }, 'S'],
  [newest, [1, { if: ['small', 2] }, 3], [1, 3]],
  [newest, { a: 1, b: { if: ['small', 2] } }, { a: 1 }],
  [newest, { if: ['both', 1, 2] }, 1],
  [
    newest,
    { make_url: { scheme: 'http', host: 'h', port: 80, path: 'a b', query: { q: 'x&y' }, fragment: 'f' } },
    'http://h:80/a%20b?q=x%26y#f',
  ],
  [
    newest,
    { make_url: { scheme: 'https', username: 'u', password: 'p@', host: '::1' } },
    'https://u:p%40@[::1]',
  ],
  [newest, { resource_facade: 'metadata' }, { section: 'metadata' }],
  [newest, { yaql: { expression: '$.data.l.where($ > 1).select($ * 2)', data: { l: [1, 2, 3] } } }, [4, 6]],
  [
    newest,
    { yaql: { expression: '$.data.m.items().toDict($[1], $[0])', data: { m: { a: 'x' } } } },
    { x: 'a' },
  ],
  [
    newest,
    { yaql: { expression: 'dict($.data.l.select([$.n, $.v])).get(b, 7)', data: { l: [{ n: 'a', v: 1 }] } } },
    7,
  ],
  [newest, { yaql: { expression: '$.data.s.len() + max(1, 5) and true', data: { s: 'abc' } } }, true],
  [newest, { yaql: { expression: 'coalesce($.data.x, "none")', data: {} } }, 'none'],
  [
    newest,
    {
      yaql: {
        expression: '$.data.groupBy($.k, $.v)',
        data: [
          { k: 'a', v: 1 },
          { k: 'a', v: 2 },
        ],
      },
    },
    [['a', [1, 2]]],
  ],
  [newest, { yaql: { expression: '$.data.flatten().distinct().orderBy($)', data: [[3, 1], [1]] } }, [1, 3]],
  ['2013-05-23', { 'Fn::Join': ['-', ['a', 'b']] }, 'a-b'],
  ['2013-05-23', { Ref: 'size' }, 3],
  ['2013-05-23', { 'Fn::Select': ['1', ['a', 'b']] }, 'b'],
  ['2012-12-12', { 'Fn::Replace': [{ a: 'b' }, 'aa'] }, 'bb'],
  [
    '2012-12-12',
    { 'Fn::MemberListToMap': ['Name', 'Value', ['.member.0.Name=k', '.member.0.Value=v']] },
    { k: 'v' },
  ],
  ['2012-12-12', { 'Fn::GetAZs': '' }, ['nova']],
  ['2012-12-12', { 'Fn::Base64': 'text' }, 'text'],
  ['2012-12-12', { 'Fn::Split': [',', 'a,b'] }, ['a', 'b']],
  // A function that the version does not have is plain data.
  ['2013-05-23', { digest: ['md5', 'a'] }, { digest: ['md5', 'a'] }],
  [newest, { get_param: 'size', other: 1 }, { get_param: 'size', other: 1 }],
]

const { conditions: _, ...withoutConditions } = around

const scopeFor = (version: string): Scope =>
  scopeOf(version, version < '2016-10-14' ? withoutConditions : around)

for (const [version, written, expected] of values)
  test(`${version} ${JSON.stringify(written)}`, async () => {
    assert.deepEqual(await resolve(written, scopeFor(version), ['x']), expected)
  })

/** Version, template value, expected error. */
const refusals: readonly (readonly [string, unknown, RegExp])[] = [
  [newest, { get_param: 'none' }, /The Parameter \(none\) was not provided/],
  [newest, { get_resource: 'none' }, /The specified reference "none" \(in x.get_resource\) is incorrect/],
  [newest, { get_attr: ['none', 'a'] }, /The specified reference "none"/],
  [newest, { get_file: 'none' }, /No content found in the "files" section for get_file path: none/],
  [newest, { if: ['none', 1, 2] }, /Invalid condition "none"/],
  [newest, { str_replace_strict: { template: 'a', params: { b: '1' } } }, /not found in the template: b/],
  [
    newest,
    { str_replace_vstrict: { template: 'a', params: { a: '' } } },
    /undefined or empty value for param a/,
  ],
  [newest, { map_replace: [{ a: 1, b: 2 }, { keys: { a: 'b' } }] }, /collides/],
  [newest, { 'Fn::Join': ['', []] }, /"Fn::Join" is not in this version/],
  [newest, { make_url: { port: 0 } }, /Invalid URL port/],
  [newest, { digest: ['none', 'a'] }, /Algorithm must be one of/],
  [newest, { yaql: { expression: '$.data.where(', data: [] } }, /Bad expression/],
  [
    newest,
    { yaql: { expression: 'range(0, 1000).select(range(0, 200)).flatten()', data: 1 } },
    /more than 200 items|too much memory/,
  ],
  [
    newest,
    { yaql: { expression: '$.data + $.data', data: Array.from({ length: 150 }, () => 1) } },
    /more than 200 items/,
  ],
  [
    newest,
    { yaql: { expression: '$.data * 200 * 200', data: 'tenletters' } },
    /a text of more than 100000 characters/,
  ],
  [
    newest,
    { repeat: { template: 'x', for_each: { x: ['1'], y: ['a', 'b'] }, permutations: false } },
    /must be the same/,
  ],
  [
    newest,
    // 100 lists of 101 items: none is too long, but all together are.
    {
      repeat: {
        template: {
          repeat: { template: 'x-y', for_each: { y: { list_concat: [{ get_param: 'hundred' }, ['more']] } } },
        },
        for_each: { x: { get_param: 'hundred' } },
      },
    },
    /"repeat" makes more than 10000 items/,
  ],
]

for (const [version, written, message] of refusals)
  test(`${JSON.stringify(written)} is refused`, async () => {
    await assert.rejects(resolve(written, scopeFor(version), ['x']), { message })
  })

test('repeats within a repeat make as many items as one may', async () => {
  const hundred = { get_param: 'hundred' }
  const inner = { repeat: { template: 'x-y', for_each: { y: hundred } } }
  const made = await resolve({ repeat: { template: inner, for_each: { x: hundred } } }, scopeFor(newest), [])
  assert.ok(Array.isArray(made))
  assert.equal(made.flat().length, 10_000)
})

test('functions that compare all items of a long list answer at once', async () => {
  const items = Array.from({ length: 60_000 }, (_, index) => `item ${index}`)
  const scope = scopeFor(newest)
  assert.deepEqual(
    await resolve(
      {
        list_concat_unique: [
          items,
          items,
          [
            { b: 1, a: 2 },
            { a: 2, b: 1 },
          ],
        ],
      },
      scope,
      ['x'],
    ),
    [...items, { b: 1, a: 2 }],
  )
  assert.deepEqual(await resolve({ filter: [items, [...items, 'other']] }, scope, ['x']), ['other'])
})

test('conditions that refer to each other in a circle are refused', async () => {
  const scope = scopeOf(newest, { conditions: { a: { not: 'b' }, b: { not: 'a' } } })
  await assert.rejects(resolve({ if: ['a', 1, 2] }, scope, ['x']), { code: 'CircularDependencyException' })
})

test("a template in AWS's format selects a mapped value by a condition", async () => {
  const scope = scopeOf('2010-09-09', {
    parameters: { Env: 'prod' },
    conditions: { IsProd: { 'Fn::Equals': [{ Ref: 'Env' }, 'prod'] } },
    mappings: { Sizes: { prod: { disk: 100 } } },
  })
  assert.equal(
    await resolve({ 'Fn::If': ['IsProd', { 'Fn::FindInMap': ['Sizes', 'prod', 'disk'] }, 1] }, scope, ['x']),
    100,
  )
})

test('a missing condition counts as true, and one that is not boolean is refused', async () => {
  const scope = scopeFor(newest)
  assert.equal(await conditionHolds(undefined, scope, ['x']), true)
  assert.equal(await conditionHolds('small', scope, ['x']), false)
  await assert.rejects(conditionHolds({ get_param: 'names' }, scope, ['x']), { message: /should be boolean/ })
})
