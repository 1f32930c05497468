import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ConfigError } from './config-error.ts'
import { loadConfig } from './load-config.ts'
import { defineOptions, type GroupValues } from './option-group.ts'
import {
  boolean,
  choice,
  float,
  integer,
  list,
  multiple,
  numbered,
  port,
  seconds,
  string,
} from './option-types.ts'

const general = defineOptions('DEFAULT', {
  state_path: string({ default: '/var/lib/nimbo', help: 'Where state is kept.' }),
  debug: boolean({ default: false, help: 'Log more.' }),
})
const paths = defineOptions('DEFAULT', {
  image_path: string({ default: '$state_path/images', help: 'Where images are kept.' }),
})
const scheduler = defineOptions('scheduler', {
  max_attempts: integer({ default: 3, min: 1, help: 'Hosts to try.' }),
  ratio: float({ default: 1.5, help: 'Over-commit.' }),
  filters: list({ default: ['ComputeFilter'], help: 'Filters, in order.' }),
  extra: multiple({ default: [], help: 'More filters.' }),
  mode: choice(['spread', 'pack'], { default: 'spread', help: 'How to place.' }),
  timeout: seconds({ default: 30, help: 'How long to wait.' }),
  listen: port({ help: 'Where to listen.' }),
  password: string({ help: 'For the database.', secret: true }),
})
const groups = [general, paths, scheduler] as const

describe('loadConfig', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const load = (text: string, env: Record<string, string> = {}) =>
    loadConfig({ files: [file('nova.conf', text)], env, options: groups })
  const problems = (text: string, env?: Record<string, string>): readonly string[] => {
    try {
      load(text, env)
    } catch (error) {
      if (error instanceof ConfigError) return error.problems.map((line) => line.replace(`${folder}/`, ''))
      throw error
    }
    return []
  }

  it('takes what built-in files say of an option only if no other file says anything of it', () => {
    const builtIn = [file('built-in.conf', '[scheduler]\nextra = a\nextra = b\nmode = pack\n')]
    const extraOf = (text: string) => {
      const { extra, mode } = loadConfig({
        files: [file('own.conf', text)],
        builtIn,
        env: {},
        options: groups,
      }).scheduler
      return [extra, mode]
    }
    assert.deepEqual(extraOf('[scheduler]\n'), [['a', 'b'], 'pack'])
    assert.deepEqual(extraOf('[scheduler]\nextra = c\n'), [['c'], 'pack'])
  })

  it('returns the defaults when neither files nor environment set anything', () => {
    assert.deepEqual(loadConfig({ files: [], env: {}, options: groups }), {
      DEFAULT: { state_path: '/var/lib/nimbo', debug: false, image_path: '/var/lib/nimbo/images' },
      scheduler: {
        max_attempts: 3,
        ratio: 1.5,
        filters: ['ComputeFilter'],
        extra: [],
        mode: 'spread',
        timeout: 30,
        listen: undefined,
        password: undefined,
      },
    })
  })

  it('resolves references to options that it does not return', () => {
    const { DEFAULT } = loadConfig({ files: [], env: {}, options: [paths], referable: [general] })
    assert.equal(DEFAULT.image_path, '/var/lib/nimbo/images')
  })

  it('gives each value its type', () => {
    const { scheduler: values, DEFAULT } = load(
      [
        '[DEFAULT]',
        'debug = Yes',
        '[scheduler]',
        'max_attempts: 5',
        'ratio=16.0',
        'filters = A, B ,,C',
        'extra = one',
        'extra = two',
        'mode = pack',
        'timeout = 0.5',
        'listen = 8774',
      ].join('\n'),
    )
    const typed: GroupValues<typeof scheduler> = values
    assert.equal(DEFAULT.debug, true)
    assert.equal(typed.max_attempts, 5)
    assert.equal(typed.ratio, 16)
    assert.deepEqual(typed.filters, ['A', 'B', 'C'])
    assert.deepEqual(typed.extra, ['one', 'two'])
    const mode: 'spread' | 'pack' = typed.mode
    assert.equal(mode, 'pack')
    assert.equal(typed.timeout, 0.5)
    assert.equal(typed.listen, 8774)
  })

  it('freezes the configuration, its sections and its lists', () => {
    const config = load('[scheduler]\nfilters = A\n')
    for (const part of [config, config.scheduler, config.scheduler.filters, config.scheduler.extra])
      assert.ok(Object.isFrozen(part))
  })

  it('lets a later file override an earlier one, and the environment override both', () => {
    const files = [
      file('a.conf', '[scheduler]\nmax_attempts = 1\nratio = 2\nmode = pack\n'),
      file('b.conf', '[scheduler]\nmax_attempts = 2\nratio = 3\n'),
    ]
    const env = { OS_SCHEDULER__RATIO: '4', OS_SCHEDULER__EXTRA: 'x,y', OS_DEFAULT__DEBUG: 'on' }
    const config = loadConfig({ files, env, options: groups })
    assert.equal(config.scheduler.max_attempts, 2)
    assert.equal(config.scheduler.ratio, 4)
    assert.equal(config.scheduler.mode, 'pack')
    assert.deepEqual(config.scheduler.extra, ['x', 'y'])
    assert.equal(config.DEFAULT.debug, true)
  })

  it('accepts an underscore in environment variables for characters that shells do not allow', () => {
    const options = [defineOptions('filter:slo', { most: integer({ default: 1, help: 'Most.' }) })]
    const most = (env: Readonly<Record<string, string>>) =>
      loadConfig({ files: [], env, options })['filter:slo'].most
    assert.equal(most({ OS_FILTER_SLO__MOST: '2' }), 2)
    assert.equal(most({ OS_FILTER_SLO__MOST: '2', 'OS_FILTER:SLO__MOST': '3' }), 3)
  })

  it('reads options that end in any number, from files and environment', () => {
    const options = [defineOptions('filter:pace', { rate_N: numbered({ help: 'Most, by size.' }) })]
    const path = file('pace.conf', '[filter:pace]\nrate_0 = 100\nrate_10 = 50\nrate_x = 1\nrate_10 = 40\n')
    const rates = (env: Readonly<Record<string, string>>) =>
      loadConfig({ files: [path], env, options })['filter:pace'].rate_N
    const given = [
      { number: 0, value: 100 },
      { number: 10, value: 40 },
    ]
    assert.deepEqual(rates({}), given)
    assert.deepEqual(rates({ 'OS_FILTER:PACE__RATE_50': '2.5', OS_FILTER_PACE__RATE_10: '4' }), [
      ...[{ number: 0, value: 100 }],
      ...[{ number: 10, value: 4 }],
      ...[{ number: 50, value: 2.5 }],
    ])
    assert.deepEqual(loadConfig({ files: [], env: {}, options })['filter:pace'].rate_N, [])
    assert.throws(() => rates({ 'OS_FILTER:PACE__RATE_1': 'much' }), /rate_N = 1=much: must be a number/)
  })

  it('replaces references: same section first, then DEFAULT, or the section named', () => {
    const { DEFAULT, scheduler: values } = load(
      [
        '[DEFAULT]',
        'state_path = /srv',
        '[scheduler]',
        `filters = $mode,${'$'}{state_path},$DEFAULT.debug`,
        'password = a$$b\\$c$',
      ].join('\n'),
    )
    assert.deepEqual(values.filters, ['spread', '/srv', 'false'])
    assert.equal(DEFAULT.image_path, '/srv/images')
    assert.equal(values.password, 'a$b$c$')
  })

  it('ignores options that only other services read', () => {
    assert.equal(load('[neutron]\nurl = x\n[scheduler]\nworkers = 4\n').scheduler.max_attempts, 3)
  })

  it('reports every invalid value, one line each', () => {
    const text = [
      '[DEFAULT]',
      'debug = perhaps',
      'state_path = $image_path',
      '[scheduler]',
      'max_attempts = 0',
      'ratio = many',
      'mode = random',
      'listen = 65536',
      'timeout = -1',
      'filters = $nothing',
    ]
    assert.deepEqual(problems(text.join('\n')), [
      'nova.conf:3: [DEFAULT] state_path: $image_path leads back to itself',
      'nova.conf:2: [DEFAULT] debug = perhaps: must be true or false',
      'default of [DEFAULT] image_path: $state_path leads back to itself',
      'nova.conf:5: [scheduler] max_attempts = 0: must be an integer, at least 1',
      'nova.conf:6: [scheduler] ratio = many: must be a number',
      'nova.conf:10: [scheduler] filters: $nothing is no option; write $$ for a dollar sign',
      'nova.conf:7: [scheduler] mode = random: must be one of spread, pack',
      'nova.conf:9: [scheduler] timeout = -1: must be a number of seconds, at least 0',
      'nova.conf:8: [scheduler] listen = 65536: must be a port, 0 to 65535',
    ])
    assert.deepEqual(problems('', { OS_SCHEDULER__MAX_ATTEMPTS: 'x' }), [
      'OS_SCHEDULER__MAX_ATTEMPTS: [scheduler] max_attempts = x: must be an integer, at least 1',
    ])
  })

  it('reports a missing required option, and never shows a secret value', () => {
    const database = defineOptions('database', {
      connection: string({ required: true, help: 'URL of the database.' }),
      pin: integer({ default: 1, secret: true, help: 'A number to keep.' }),
    })
    const env = { OS_DATABASE__PIN: 'hunter2' }
    assert.throws(() => loadConfig({ files: [], env, options: [database] }), {
      name: 'ConfigError',
      problems: [
        '[database] connection must be set: URL of the database.',
        'OS_DATABASE__PIN: [database] pin = (secret): must be an integer',
      ],
    })
  })

  it('names a file that cannot be read', () => {
    const missing = join(folder, 'absent.conf')
    assert.throws(
      () => loadConfig({ files: [missing], env: {}, options: groups }),
      /absent\.conf: cannot be read \(ENOENT/,
    )
  })
})
