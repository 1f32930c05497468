import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentJson, readEnvironment } from './environment.ts'
import { neededBy, refuseCircles } from './graph.ts'
import { mergeEnvironments } from './merge-environments.ts'
import { checkParameters } from './parameter-value.ts'
import { parseTemplate } from './parse-template.ts'
import { hooksOf, registryWithin, restrictedActionsOf, typeBehind } from './registry.ts'
import { located, readSource } from './source.ts'
import { TemplateProblem } from './template-problem.ts'

const problemOf = (text: string): string => {
  const source = readSource(text)
  try {
    parseTemplate(source.value)
  } catch (error) {
    if (error instanceof TemplateProblem) return located(error, source, 'web.yaml')
    throw error
  }
  return ''
}

const head = 'heat_template_version: 2021-04-16\n'

/** A template and its expected error. */
const wrong: readonly (readonly [string, RegExp])[] = [
  ['resources: {}\n', /Template version was not provided/],
  ['heat_template_version: 2099-01-01\n', /line 1: The template version is invalid/],
  [`${head}resource:\n  a: {}\n`, /web.yaml, line 3: The template section is invalid: resource/],
  [
    `${head}resources:\n  a:\n    typ: X\n`,
    /web.yaml, line 4: "typ" is not a valid keyword inside a resource definition/,
  ],
  [`${head}resources:\n  a:\n    properties: {}\n`, /line 4: Each resource must contain a type key: a/],
  [
    `${head}resources:\n  a: {type: X, properties: [1]}\n`,
    /Resource properties must contain a map, not a list/,
  ],
  [`${head}parameters:\n  p: {type: strin}\n`, /Invalid type \(strin\)/],
  [
    `${head}parameters:\n  p: {type: string, constraints: [{range: {min: 1}}]}\n`,
    /range constraint invalid for string/,
  ],
  [
    `${head}parameters:\n  p:\n    type: number\n    constraints:\n    - modulo: {step: 2, offset: 3}\n`,
    /offset must be smaller/,
  ],
  [`${head}outputs:\n  o: {val: 1}\n`, /must contain a "value" key: o/],
  [
    `${head}parameters: {p: {type: string}}\nparameter_groups:\n- parameters: [q]\n`,
    /The grouped parameter q does not reference a valid parameter/,
  ],
  ['heat_template_version: 2013-05-23\nconditions: {}\n', /The template section is invalid: conditions/],
]

for (const [text, message] of wrong)
  test(`${JSON.stringify(text)} is refused`, () => assert.match(problemOf(text), message))

test('YAML that cannot be parsed is refused with its line, and text that is no mapping is refused', () => {
  assert.throws(() => readSource('a: 1\nb: [1\nc: 2\n'), { message: /line \d+/ })
  assert.throws(() => readSource('just words'), { message: /not a JSON object or YAML mapping/ })
})

test('unquoted dates, JSON, and booleans and octals of YAML 1.1 are read as Heat reads them', () => {
  assert.equal(
    parseTemplate(readSource('heat_template_version: 2013-05-23\n').value).dialect.version,
    '2013-05-23',
  )
  assert.equal(
    parseTemplate(readSource('{"heat_template_version": "rocky"}').value).dialect.version,
    '2018-08-31',
  )
  assert.deepEqual(readSource('a: yes\nb: 010\n').value, { a: true, b: 8 })
})

const schemas = parseTemplate(
  readSource(`${head}parameters:
  text: {type: string, default: x, constraints: [{allowed_pattern: '[a-z]+', description: Small letters}]}
  size: {type: number, constraints: [{range: {min: 1, max: 5}}, {modulo: {step: 2, offset: 1}}]}
  list: {type: comma_delimited_list, default: 'a, b'}
  map: {type: json, default: {}}
  flag: {type: boolean, default: false}
  image: {type: string, default: i, constraints: [{custom_constraint: glance.image}]}
`).value,
).parameters

test("parameters are converted to their types, and defaults of the environment precede the template's", async () => {
  const values = await checkParameters(schemas, { size: '3', map: '{"a": [1]}', flag: 'yes' }, {})
  assert.deepEqual(values, { text: 'x', size: 3, list: ['a', 'b'], map: { a: [1] }, flag: true, image: 'i' })
  assert.equal((await checkParameters(schemas, {}, { defaults: { size: 5 } })).size, 5)
})

const badValues: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
  [{}, /The Parameter \(size\) was not provided/],
  [{ size: 1, other: 2 }, /The Parameter \(other\) was not defined in template/],
  [{ size: 7 }, /Parameter 'size' is invalid: 7 is out of range \(min: 1, max: 5\)/],
  [{ size: 2 }, /is not a multiple of 2 with an offset of 1/],
  [{ size: 'many' }, /could not convert string to float/],
  [{ size: 1, text: 'A' }, /Parameter 'text' is invalid: Small letters. "A" does not match pattern/],
  [{ size: 1, flag: 'perhaps' }, /Unrecognized value 'perhaps'/],
  [{ size: 1, map: '{' }, /Value must be valid JSON/],
  [{ size: 1, image: 'gone' }, /Parameter 'image' is invalid: no image gone/],
]

for (const [given, message] of badValues)
  test(`the parameters ${JSON.stringify(given)} are refused`, () =>
    assert.rejects(
      checkParameters(schemas, given, {
        ask: async (name, value) =>
          name === 'glance.image' && value === 'gone' ? 'no image gone' : undefined,
      }),
      { message },
    ))

test('environments are merged by their merge strategies, and unknown sections are refused', () => {
  const merged = mergeEnvironments([
    {
      parameters: { a: 'x', b: { k: 1 }, c: [1] },
      resource_registry: { 'My::T': 'a.yaml', resources: { r: { hooks: 'pre-create' } } },
    },
    {
      parameters: { a: 'y', b: { l: 2 }, c: [2] },
      parameter_merge_strategies: { default: 'merge', a: 'overwrite' },
      resource_registry: { 'My::*': 'OS::*', resources: { r: { restricted_actions: ['replace'] } } },
    },
  ])
  assert.deepEqual(environmentJson(readEnvironment(merged)), {
    parameters: { a: 'y', b: { k: 1, l: 2 }, c: [1, 2] },
    parameter_defaults: {},
    resource_registry: {
      'My::T': 'a.yaml',
      'My::*': 'OS::*',
      resources: { r: { hooks: 'pre-create', restricted_actions: ['replace'] } },
    },
    encrypted_param_names: [],
    event_sinks: [],
  })
  assert.throws(() => readEnvironment({ params: {} }), { message: /environment has wrong section "params"/ })
})

test('a registry maps types by name, by wildcard and for single resources, and sets hooks', () => {
  const registry = {
    'My::Server': 'server.yaml',
    'Old::*': 'OS::*',
    resources: {
      'db*': { 'My::Server': 'database.yaml', hooks: ['pre-update'], inner: { hooks: 'pre-delete' } },
    },
  }
  assert.equal(typeBehind(registry, 'My::Server', 'web'), 'server.yaml')
  assert.equal(typeBehind(registry, 'My::Server', 'db1'), 'database.yaml')
  assert.equal(typeBehind(registry, 'Old::Neutron::Net', 'n'), 'OS::Neutron::Net')
  assert.deepEqual(hooksOf(registry, 'db1'), ['pre-update'])
  assert.deepEqual(restrictedActionsOf(registry, 'db1'), [])
  assert.deepEqual(hooksOf(registryWithin(registry, 'db1'), 'inner'), ['pre-delete'])
})

test('a circular dependency is refused with its whole path; a chain of 20,000 resources is accepted', () => {
  const circle = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ])
  assert.throws(() => refuseCircles(circle), { message: 'Circular Dependency Found: b -> c -> b' })
  const chain = new Map(
    Array.from({ length: 20_000 }, (_, index) => [
      `r${index}`,
      new Set(index === 0 ? [] : [`r${index - 1}`]),
    ]),
  )
  refuseCircles(chain)
  assert.deepEqual([...(neededBy(chain).get('r0') ?? [])], ['r1'])
})
