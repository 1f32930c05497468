import assert from 'node:assert/strict'
import { test } from 'node:test'
import { narrowedQuery } from './narrowed-query.ts'

const cases: readonly (readonly [string, string])[] = [
  ['up', 'up{p="web"}'],
  ['up{job="a{b"} > 1', 'up{job="a{b",p="web"} > 1'],
  ['{__name__=~"a|b"}', '{__name__=~"a|b",p="web"}'],
  ['rate(cpu[5m])', 'rate(cpu{p="web"}[5m])'],
  ['sum by (host) (rate(cpu{}[5m] offset 1h))', 'sum by (host) (rate(cpu{p="web"}[5m] offset 1h))'],
  [
    'sum(a) without (b) / on (c) group_left (d) e',
    'sum(a{p="web"}) without (b) / on (c) group_left (d) e{p="web"}',
  ],
  ['a and b or 1e3 * c', 'a{p="web"} and b{p="web"} or 1e3 * c{p="web"}'],
  ['up{job="a" #\n}\n}', 'up{job="a",p="web"}\n}'],
  ['up # {\n', 'up{p="web"}  \n'],
  ['label_replace(up, "a", "$1", "b", "(.*)")', 'label_replace(up{p="web"}, "a", "$1", "b", "(.*)")'],
  ['offset', 'offset{p="web"}'],
  ['start > end', 'start{p="web"} > end{p="web"}'],
  ['and and unless or or', 'and{p="web"} and unless{p="web"} or or{p="web"}'],
  ['by offset -5m or without', 'by{p="web"} offset -5m or without{p="web"}'],
  ['sum(by) by (a) unless offset offset 1h', 'sum(by{p="web"}) by (a) unless offset{p="web"} offset 1h'],
  ['up @ end() or end{a="b"}', 'up{p="web"} @ end() or end{a="b",p="web"}'],
  ['(a > bool Inf) and nan', '(a{p="web"} > bool Inf) and nan'],
]

for (const [query, narrowed] of cases)
  test(`every selector of ${query} is restricted to one project`, () => {
    assert.equal(narrowedQuery(query, 'p', 'web'), narrowed)
  })
