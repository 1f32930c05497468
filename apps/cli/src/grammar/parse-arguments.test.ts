import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, many, one, optional } from './command.ts'
import {
  also,
  either,
  flag,
  integer,
  list,
  requiredText,
  oneOf,
  properties,
  records,
  text,
} from './option.ts'
import { parseArguments, siftOptions } from './parse-arguments.ts'
import { UsageError } from './usage-error.ts'

const options = {
  allProjects: flag(''),
  limit: integer('<n>', ''),
  name: text('<name>', ''),
  network: list('<network>', ''),
  admin: either({ '--enable': true, '--disable': false }, ''),
  property: properties(''),
  fixedIp: records(['subnet', 'ip-address'], '<kv>', ''),
  policy: oneOf(['affinity', 'anti-affinity'], ''),
  noNameLookup: also(flag(''), '-n'),
}

const parse = (...words: string[]) => parseArguments(words, {}, options)

const refuses = (words: string[], complaint: RegExp, positionals = {}) =>
  assert.throws(
    () => parseArguments(words, positionals, options),
    (error) => error instanceof UsageError && complaint.test(error.message),
  )

test('options that are not given have their default values', () => {
  assert.deepEqual(parse(), {
    allProjects: false,
    limit: undefined,
    name: undefined,
    network: [],
    admin: undefined,
    property: undefined,
    fixedIp: [],
    policy: undefined,
    noNameLookup: false,
  })
})

test('values follow a blank or an equals sign, and list options can be repeated', () => {
  const read = parse('--limit=5', '--name', 'x=y', '--network', 'a', '--network=b', '--all-projects', '-n')
  assert.equal(read.limit, 5)
  assert.equal(read.name, 'x=y')
  assert.deepEqual(read.network, ['a', 'b'])
  assert.equal(read.allProjects, true)
  assert.equal(read.noNameLookup, true)
})

test('a flag may be abbreviated as long as it is unambiguous', () => {
  assert.equal(parse('--all').allProjects, true)
  refuses(['--n', 'x'], /ambiguous option: --n could match --name, --network, --no-name-lookup/)
})

test('opposite flags of one option exclude each other', () => {
  assert.equal(parse('--disable').admin, false)
  assert.equal(parse('--enable', '--enable').admin, true)
  refuses(['--enable', '--disable'], /argument --disable: not allowed with argument --enable/)
})

test('key=value options are read into records, and invalid ones refused', () => {
  assert.deepEqual(parse('--property', 'a=1', '--property', 'b=x=y').property, { a: '1', b: 'x=y' })
  assert.deepEqual(parse('--fixed-ip', 'subnet=s,ip-address=10.0.0.3').fixedIp, [
    { subnet: 's', 'ip-address': '10.0.0.3' },
  ])
  refuses(['--property', 'a'], /expected 'key=value' type/)
  refuses(['--fixed-ip', 'net=s'], /invalid key net, valid keys are: subnet, ip-address/)
})

test('invalid arguments are refused with a message that names them', () => {
  refuses(['--limit', 'many'], /argument --limit: invalid int value: 'many'/)
  refuses(['--policy', 'near'], /invalid choice: 'near' \(choose from 'affinity', 'anti-affinity'\)/)
  refuses(['--limit'], /argument --limit: expected one argument/)
  refuses(['--colour'], /unrecognized arguments: --colour/)
  refuses(['stray'], /unrecognized arguments: stray/)
})

test('a negative number is a value, and after -- nothing is an option', () => {
  assert.equal(parse('--limit', '-1').limit, -1)
  const positionals = { names: many('<name>', '') }
  assert.deepEqual(parseArguments(['--', '--limit', 'a'], positionals, options).names, ['--limit', 'a'])
})

test('positionals may stand anywhere between options', () => {
  const positionals = { server: one('<server>', ''), volume: one('<volume>', '') }
  const read = parseArguments(['web', '--limit', '2', 'data'], positionals, options)
  assert.deepEqual([read.server, read.volume], ['web', 'data'])
  refuses(['web'], /required: <volume>/, positionals)
})

test('an optional positional may be left out', () => {
  const positionals = { group: optional('<group>', '') }
  assert.equal(parseArguments([], positionals, options).group, undefined)
  assert.equal(parseArguments(['web'], positionals, options).group, 'web')
})

test('missing required options are named together with missing positionals', () => {
  assert.throws(
    () => parseArguments([], { name: one('<name>', '') }, { flavor: requiredText('<flavor>', '') }),
    /the following arguments are required: <name>, --flavor/,
  )
})

test('lenient parsing leaves unknown options and words as they are, in order', () => {
  const { given, rest } = siftOptions(
    ['--limit', '3', 'server', 'list', '--long', '-f', 'json'],
    options,
    true,
  )
  assert.deepEqual(given.get('limit'), ['3'])
  assert.deepEqual(rest, ['server', 'list', '--long', '-f', 'json'])
})

test('a flag that takes no value is refused with one, which says the opposite more often than not', () => {
  refuses(['--all-projects=false'], /argument --all-projects: ignored explicit argument 'false'/)
  refuses(['--enable=no'], /argument --enable: ignored explicit argument 'no'/)
  assert.throws(() => siftOptions(['--all-projects=false', 'server'], options, true), UsageError)
})

test('an option without its value does not swallow the next option', () => {
  refuses(['--name', '--all-projects'], /argument --name: expected one argument/)
  refuses(['--name', '-n'], /argument --name: expected one argument/)
  assert.equal(parse('--name=--all-projects').name, '--all-projects')
  assert.equal(parse('--name', '-----BEGIN PRIVATE KEY-----\n').name, '-----BEGIN PRIVATE KEY-----\n')
  assert.equal(parse('--name', '-').name, '-')
})

test('words after -- are no options, and a number is an option only where it is declared', () => {
  const positionals = { server: one('<server>', ''), words: any('<word>', '') }
  const family = { family: either({ '-4': 4, '-6': 6 }, '') }
  const read = (...words: string[]) => parseArguments(words, positionals, family)
  assert.deepEqual(read('web'), { family: undefined, server: 'web', words: [] })
  assert.deepEqual(read('-4', 'web', '--', 'ls', '-6'), { family: 4, server: 'web', words: ['ls', '-6'] })
  assert.deepEqual(read('web', '-5'), { family: undefined, server: 'web', words: ['-5'] })
})
