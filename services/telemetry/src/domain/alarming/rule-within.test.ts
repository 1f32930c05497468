import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleOf } from './alarm-rule.ts'
import { ruleWithin } from './rule-within.ts'

const kind = 'gnocchi_aggregation_by_resources_threshold'
const own = '{"=":{"project_id":"web"}}'
const other = '{"=":{"project_id":"shop"}}'

const ruleAbout = (query: string) => ({
  ...{ metric: 'cpu', resource_type: 'instance', aggregation_method: 'mean', threshold: 1, query },
})

const cases: readonly (readonly [query: string, limited: string])[] = [
  [other, `{"and":[${own},${other}]}`],
  [`{"and": [${own}, ${other}]}`, `{"and":[${own},${other}]}`],
  [`{"and":[${own}],"and":[${other}]}`, `{"and":[${own},{"and":[${other}]}]}`],
  [`{"or":[${own},${other}]}`, `{"and":[${own},{"or":[${own},${other}]}]}`],
]

for (const [query, limited] of cases)
  test(`the resource query ${query} is limited to one project, alone and in a composite rule`, () => {
    const alone = ruleWithin(ruleOf(kind, ruleAbout(query)), 'web')
    assert.equal(alone.kind === kind && alone.query, limited)
    assert.deepEqual(ruleWithin(alone, 'web'), alone)
    const part = { type: kind, ...ruleAbout(query) }
    const composite = ruleOf('composite', { or: [part, { and: [part, part] }] })
    assert.deepEqual(ruleWithin(composite, 'web'), {
      ...{ kind: 'composite', join: 'or' },
      rules: [alone, { kind: 'composite', join: 'and', rules: [alone, alone] }],
    })
  })
