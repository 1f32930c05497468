import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functions } from './functions/functions.ts'
import { parseTemplate } from './parse-template.ts'
import { conditionHolds, resolve } from './resolve.ts'
import { scopeOf } from './scope.testing.ts'
import {
  aliases,
  cfnVersions,
  conditionFunctionsOf,
  type Dialect,
  functionsOf,
  hotVersions,
} from './versions.ts'

type Since = (typeof hotVersions)[number] | 'never'

/** A key, section or function of templates, the versions that have it, and a use of it that is tested in every version. */
interface Word {
  readonly name: string
  /** In HOT: the first version that has it, and the last one. */
  readonly since: Since
  readonly until?: (typeof hotVersions)[number]
  readonly cfn: readonly (typeof cfnVersions)[number][]
  readonly use: unknown
}

const always = '2013-05-23'
const both = cfnVersions
const aws = ['2010-09-09'] as const
const none = [] as const

const word = (name: string, since: Since, cfn: Word['cfn'], use: unknown, until?: Word['until']): Word => ({
  name,
  since,
  cfn,
  use,
  ...(until === undefined ? {} : { until }),
})

/** Functions of HOT named `Fn::…` and `Ref` come from AWS's format. */
const old = (name: string, use: unknown): Word => word(name, always, both, { [name]: use }, '2013-05-23')
const values: readonly Word[] = [
  word('contains', '2017-09-01', none, { contains: ['a', ['a']] }),
  word('digest', '2015-04-30', none, { digest: ['md5', 'a'] }),
  word('filter', '2017-02-24', none, { filter: [['a'], ['a', 'b']] }),
  word('get_attr', always, none, { get_attr: ['server', 'name'] }),
  word('get_file', always, none, { get_file: 'boot.sh' }),
  word('get_param', always, none, { get_param: 'size' }),
  word('get_resource', always, none, { get_resource: 'server' }),
  word('if', '2016-10-14', none, { if: [{ equals: [1, 1] }, 'a', 'b'] }),
  word('list_concat', '2017-09-01', none, { list_concat: [['a'], ['b']] }),
  word('list_concat_unique', '2017-09-01', none, { list_concat_unique: [['a'], ['a']] }),
  word('list_join', always, none, { list_join: [',', ['a', 'b']] }),
  word('make_url', '2017-09-01', none, { make_url: { scheme: 'http', host: 'h' } }),
  word('map_merge', '2016-04-08', none, { map_merge: [{ a: 1 }, { b: 2 }] }),
  word('map_replace', '2016-10-14', none, { map_replace: [{ a: 1 }, { keys: { a: 'b' } }] }),
  word('repeat', '2015-04-30', none, { repeat: { template: 'x', for_each: { x: ['1'] } } }),
  word('resource_facade', always, none, { resource_facade: 'metadata' }),
  word('str_replace', always, none, { str_replace: { template: 'a', params: { a: 'b' } } }),
  word('str_replace_strict', '2017-02-24', none, {
    str_replace_strict: { template: 'a', params: { a: 'b' } },
  }),
  word('str_replace_vstrict', '2017-09-01', none, {
    str_replace_vstrict: { template: 'a', params: { a: 'b' } },
  }),
  word('str_split', '2015-10-15', none, { str_split: [',', 'a,b'] }),
  word('yaql', '2016-10-14', none, { yaql: { expression: '$.data', data: 1 } }),
  word('Fn::FindInMap', 'never', both, { 'Fn::FindInMap': ['Sizes', 'prod', 'disk'] }),
  word('Fn::GetAtt', 'never', both, { 'Fn::GetAtt': ['server', 'name'] }),
  word('Fn::If', 'never', aws, { 'Fn::If': ['Big', 1, 2] }),
  word('Fn::Select', always, both, { 'Fn::Select': ['0', ['a']] }, '2015-04-30'),
  old('Fn::Base64', 'a'),
  old('Fn::GetAZs', ''),
  old('Fn::Join', ['-', ['a', 'b']]),
  old('Fn::MemberListToMap', ['Name', 'Value', ['.member.0.Name=k', '.member.0.Value=v']]),
  old('Fn::Replace', [{ a: 'b' }, 'a']),
  old('Fn::ResourceFacade', 'Metadata'),
  old('Fn::Split', [',', 'a,b']),
  old('Ref', 'size'),
]

const conditions: readonly Word[] = [
  word('and', '2016-10-14', none, { and: [true, true] }),
  word('contains', '2017-09-01', none, { contains: ['a', ['a']] }),
  word('equals', '2016-10-14', none, { equals: ['a', 'a'] }),
  word('get_param', '2016-10-14', none, { get_param: 'flag' }),
  word('not', '2016-10-14', none, { not: false }),
  word('or', '2016-10-14', none, { or: [false, true] }),
  word('yaql', '2017-09-01', none, { yaql: { expression: '$.data = 1', data: 1 } }),
  word('Fn::And', 'never', aws, { 'Fn::And': [true, true] }),
  word('Fn::Equals', 'never', aws, { 'Fn::Equals': ['a', 'a'] }),
  word('Fn::FindInMap', 'never', aws, {
    'Fn::Equals': [{ 'Fn::FindInMap': ['Sizes', 'prod', 'disk'] }, 100],
  }),
  word('Fn::Not', 'never', aws, { 'Fn::Not': [false] }),
  word('Fn::Or', 'never', aws, { 'Fn::Or': [false, true] }),
  word('Ref', 'never', aws, { 'Fn::Equals': [{ Ref: 'size' }, 3] }),
]

const dialects: readonly Dialect[] = [
  ...hotVersions.map((version) => ({ kind: 'hot', version }) as const),
  ...cfnVersions.map((version) => ({ kind: 'cfn', version }) as const),
]

const has = ({ since, until, cfn }: Word, { kind, version }: Dialect): boolean =>
  kind === 'cfn'
    ? cfn.includes(version)
    : since !== 'never' && version >= since && (until === undefined || version <= until)

const scopeIn = ({ kind, version }: Dialect) => {
  const hasConditions = kind === 'cfn' ? version === '2010-09-09' : version >= '2016-10-14'
  return scopeOf(version, {
    parameters: { size: 3, flag: true },
    resources: { server: { name: 'web' } },
    files: { 'boot.sh': 'echo' },
    ...(kind === 'cfn' ? { mappings: { Sizes: { prod: { disk: 100 } } } } : {}),
    ...(kind === 'cfn' && hasConditions ? { conditions: { Big: { 'Fn::Equals': ['a', 'a'] } } } : {}),
  })
}

for (const one of values)
  test(`the function ${one.name} is resolved in the versions that have it, and is data or refused in others`, async () => {
    for (const dialect of dialects) {
      const value = await resolve(one.use, scopeIn(dialect), ['x']).catch((error: unknown) => ({ error }))
      const isData = JSON.stringify(value) === JSON.stringify(one.use)
      const isRefused = typeof value === 'object' && value !== null && 'error' in value
      assert.equal(!isData && !isRefused, has(one, dialect), `${dialect.version}: ${JSON.stringify(value)}`)
    }
  })

for (const one of conditions)
  test(`conditions may use ${one.name} only in the versions that have it`, async () => {
    for (const dialect of dialects) {
      const asked = conditionHolds(one.use, scopeIn(dialect), ['x'])
      if (has(one, dialect)) assert.equal(await asked, true, dialect.version)
      else await assert.rejects(asked, Error, dialect.version)
    }
  })

test('each version has exactly the functions listed here, and all are implemented', () => {
  for (const dialect of dialects) {
    const named = (words: readonly Word[]) => words.filter((one) => has(one, dialect)).map(({ name }) => name)
    assert.deepEqual(functionsOf(dialect).toSorted(), named(values).toSorted(), dialect.version)
    assert.deepEqual(conditionFunctionsOf(dialect).toSorted(), named(conditions).toSorted(), dialect.version)
    for (const name of [...functionsOf(dialect), ...conditionFunctionsOf(dialect)])
      assert.ok(functions[name], name)
  }
})

const hot = (name: string, since: Since, use: unknown): Word => word(name, since, none, use)
const resource = { type: 'X' }
const parameter = { type: 'string' }

/** Sections and keys of a HOT template. */
const parts: readonly Word[] = [
  hot('description', always, { description: 'd' }),
  hot('parameter_groups', always, {
    parameters: { p: parameter },
    parameter_groups: [{ label: 'l', parameters: ['p'] }],
  }),
  hot('parameters', always, { parameters: { p: parameter } }),
  hot('resources', always, { resources: { r: resource } }),
  hot('outputs', always, { outputs: { o: { value: 1 } } }),
  hot('conditions', '2016-10-14', { conditions: { c: true } }),
  ...Object.entries({
    properties: {},
    metadata: {},
    depends_on: ['s'],
    deletion_policy: 'Retain',
    update_policy: {},
    description: 'd',
  }).map(([key, value]) =>
    hot(`resource ${key}`, always, { resources: { r: { ...resource, [key]: value } } }),
  ),
  hot('resource external_id', '2016-10-14', { resources: { r: { ...resource, external_id: 'e' } } }),
  hot('resource condition', '2016-10-14', { resources: { r: { ...resource, condition: true } } }),
  hot('output description', always, { outputs: { o: { value: 1, description: 'd' } } }),
  hot('output condition', '2016-10-14', { outputs: { o: { value: 1, condition: true } } }),
  ...Object.entries({
    label: 'l',
    description: 'd',
    default: 'x',
    hidden: true,
    immutable: true,
    schema: {},
    constraints: [{ length: { min: 1 } }],
  }).map(([key, value]) =>
    hot(`parameter ${key}`, always, { parameters: { p: { ...parameter, [key]: value } } }),
  ),
  hot('parameter tags', '2018-03-02', { parameters: { p: { ...parameter, tags: ['t'] } } }),
  ...['string', 'number', 'comma_delimited_list', 'json', 'boolean'].map((type) =>
    hot(`parameter type ${type}`, always, { parameters: { p: { type } } }),
  ),
  ...[
    { type: 'string', rule: { length: { min: 1, max: 2 } } },
    { type: 'number', rule: { range: { min: 1 } } },
    { type: 'string', rule: { allowed_values: ['a'] } },
    { type: 'string', rule: { allowed_pattern: 'a' } },
    { type: 'string', rule: { custom_constraint: 'glance.image' } },
  ].map(({ type, rule }) =>
    hot(`constraint ${Object.keys(rule)}`, always, { parameters: { p: { type, constraints: [rule] } } }),
  ),
  hot('constraint modulo', '2017-02-24', {
    parameters: { p: { type: 'number', constraints: [{ modulo: { step: 2, offset: 1 } }] } },
  }),
]

for (const one of parts)
  test(`a HOT template may have ${one.name} only in the versions that have it`, () => {
    for (const version of hotVersions) {
      const parse = () => parseTemplate({ heat_template_version: version, ...Object(one.use) })
      if (has(one, { kind: 'hot', version })) parse()
      else assert.throws(parse, Error, version)
    }
  })

const cfnResource = { Type: 'X' }
const cfnParameter = { Type: 'String' }

/** Sections and keys of AWS's format; Heat's own version lacks `Conditions` and what uses them. */
const cfnParts: readonly Word[] = [
  word('Description', 'never', both, { Description: 'd' }),
  word('Mappings', 'never', both, { Mappings: { M: { a: { b: 1 } } } }),
  word('Parameters', 'never', both, { Parameters: { P: cfnParameter } }),
  word('Resources', 'never', both, { Resources: { R: cfnResource } }),
  word('Outputs', 'never', both, { Outputs: { O: { Value: 1, Description: 'd' } } }),
  word('Conditions', 'never', aws, { Conditions: { C: true } }),
  ...Object.entries({
    Properties: {},
    Metadata: {},
    DependsOn: 'S',
    DeletionPolicy: 'Delete',
    UpdatePolicy: {},
    Description: 'd',
  }).map(([key, value]) =>
    word(`resource ${key}`, 'never', both, { Resources: { R: { ...cfnResource, [key]: value } } }),
  ),
  word('resource Condition', 'never', aws, { Resources: { R: { ...cfnResource, Condition: 'C' } } }),
  word('output Condition', 'never', aws, { Outputs: { O: { Value: 1, Condition: 'C' } } }),
  ...Object.entries({
    Default: 'a',
    NoEcho: true,
    AllowedValues: ['a'],
    AllowedPattern: 'a',
    MaxLength: 3,
    MinLength: 1,
    Description: 'd',
    ConstraintDescription: 'c',
    Label: 'l',
  }).map(([key, value]) =>
    word(`parameter ${key}`, 'never', both, { Parameters: { P: { ...cfnParameter, [key]: value } } }),
  ),
  word('parameter MinValue and MaxValue', 'never', both, {
    Parameters: { P: { Type: 'Number', MinValue: 1, MaxValue: 2 } },
  }),
  ...['Number', 'CommaDelimitedList', 'Json', 'Boolean'].map((Type) =>
    word(`parameter type ${Type}`, 'never', both, { Parameters: { P: { Type } } }),
  ),
]

for (const one of cfnParts)
  test(`a template in AWS's format may have ${one.name} only in the versions that have it`, () => {
    for (const version of cfnVersions) {
      const key = version === '2010-09-09' ? 'AWSTemplateFormatVersion' : 'HeatTemplateFormatVersion'
      const parse = () => parseTemplate({ [key]: version, ...Object(one.use) })
      if (has(one, { kind: 'cfn', version })) parse()
      else assert.throws(parse, Error, version)
    }
  })

test('names of OpenStack releases are accepted as template versions', () => {
  for (const [name, version] of Object.entries(aliases))
    assert.equal(parseTemplate({ heat_template_version: name }).dialect.version, version)
  assert.deepEqual(Object.keys(aliases), ['newton', 'ocata', 'pike', 'queens', 'rocky', 'wallaby'])
})
