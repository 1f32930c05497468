import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ConfigError } from './config-error.ts'
import { loadStrictly } from './load-strictly.ts'
import { defineOptions } from './option-group.ts'
import { integer, numbered, string } from './option-types.ts'

const general = defineOptions('DEFAULT', { transport_url: string({ help: 'The broker.' }) })
const database = defineOptions('database', {
  connection: string({ help: 'Where the tables are.' }),
  max_pool_size: integer({ default: 5, min: 1, help: 'Connections kept.' }),
})
const scheduler = defineOptions('scheduler', { workers: integer({ default: 1, help: 'Processes.' }) })

describe('loadStrictly', () => {
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
  const problems = (load: () => unknown): readonly string[] => {
    try {
      load()
    } catch (error) {
      if (error instanceof ConfigError) return error.problems.map((line) => line.replaceAll(`${folder}/`, ''))
      throw error
    }
    return []
  }

  it('accepts every option that a file may contain, though it returns only some of them', () => {
    const common = file('nimbo.conf', '[DEFAULT]\ntransport_url = amqp://a\n')
    const nova = file('nova.conf', '[scheduler]\nworkers = 2\n[database]\nmax_pool_size = 9\n')
    const config = loadStrictly({
      files: [
        { path: common, known: [general] },
        { path: nova, known: [general, database, scheduler] },
      ],
      env: {},
      options: [general, database],
    })
    assert.equal(config.DEFAULT.transport_url, 'amqp://a')
    assert.equal(config.database.max_pool_size, 9)
  })

  it('reports every unknown option and invalid value at once, with file, section and option', () => {
    const common = file('nimbo.conf', '[database]\nconnection = x\n')
    const nova = file(
      'nova.conf',
      [
        '[DEFAULT]',
        'transprot_url = amqp://a',
        'max_pool_size = 3',
        'colour = red',
        '[databse]',
        'connection = y',
        '[database]',
        'max_pool_size = many',
      ].join('\n'),
    )
    const load = () =>
      loadStrictly({
        files: [
          { path: common, known: [general] },
          { path: nova, known: [general, database] },
        ],
        env: {},
        options: [general, database],
      })
    assert.deepEqual(problems(load), [
      'nimbo.conf:2: [database] connection: there is no section [database]',
      'nova.conf:2: [DEFAULT] transprot_url: there is no such option; did you mean transport_url?',
      'nova.conf:3: [DEFAULT] max_pool_size: there is no such option; did you mean [database] max_pool_size?',
      'nova.conf:4: [DEFAULT] colour: there is no such option',
      'nova.conf:6: [databse] connection: there is no section [databse]; did you mean [database]?',
      'nova.conf:8: [database] max_pool_size = many: must be an integer, at least 1',
    ])
  })

  it('accepts a numbered option, and reports one whose ending is no number', () => {
    const path = file('pace.conf', '[pace]\nrate_10 = 5\nrate_ten = 5\n')
    const pace = defineOptions('pace', { rate_N: numbered({ help: 'Most, by size.' }) })
    const load = () => loadStrictly({ files: [{ path, known: [pace] }], env: {}, options: [pace] })
    assert.deepEqual(problems(load), [
      'pace.conf:3: [pace] rate_ten: there is no such option; did you mean rate_N?',
    ])
  })

  it('reports an unreadable file, and only once', () => {
    const path = join(folder, 'missing.conf')
    const found = problems(() => loadStrictly({ files: [{ path, known: [] }], env: {}, options: [] }))
    assert.equal(found.length, 1)
    assert.match(found[0] ?? '', /^missing\.conf: cannot be read/)
  })
})
