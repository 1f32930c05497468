import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { keptSamples } from './kept-samples.ts'
import { faultsOf, sampledOperations } from './sample.ts'
import { stable } from './stable.ts'

const root = join(import.meta.dirname, '../..')

test('every sample belongs to an operation and matches its contract (npm run samples repairs it)', async (t) => {
  const operations = await sampledOperations()
  const kept = await keptSamples(operations)
  const strangers = globSync('docs/reference/samples/*/*.json', { cwd: root }).filter(
    (file) => !kept.has(file),
  )
  assert.deepEqual(strangers, [], 'samples without an operation')
  const wrong = operations.flatMap(({ operation, file }) => {
    const sample = kept.get(file)
    return sample ? faultsOf(operation, sample).map((fault) => `${file}: ${fault}`) : []
  })
  assert.deepEqual(wrong, [])
  t.diagnostic(`${kept.size} of ${operations.length} operations`)
})

test('every operation has a sample, except those in without-sample.tsv, which gives a reason for each', async () => {
  const operations = await sampledOperations()
  const kept = await keptSamples(operations)
  const without = operations
    .filter(({ file }) => !kept.has(file))
    .map(({ operation, file }) => `${file.split('/').at(-2)}\t${operation.id}`)
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'without-sample.tsv'), 'utf8')
    .trim()
    .split('\n')
  const listed = lines.map((line) => line.slice(0, line.lastIndexOf('\t')))
  assert.deepEqual(without.toSorted(), listed.toSorted(), 'npm run samples records samples while tests run')
})

test('ids, times, secrets and addresses in samples are replaced by values that are the same in every run', () => {
  const id = 'b7a3e1c2-9d54-4f6a-8e21-0c9b7d6f5a43'
  const told = stable({
    server: { id, adminPass: 'x7!', created: '2031-02-03T04:05:06.123456', tags: ['a', 'b', 'c'] },
    links: [{ href: `http://127.0.0.1:40123/servers/${id}` }, { href: `of ${id.replaceAll('-', '')}` }],
    measures: [['2031-02-03T04:05:06', 60, 4]],
    secret: { secret_type: 'opaque', client_secret: 'x7!' },
    path: '/v1/?Action=Describe&Signature=x7%3D&Version=1',
    link: { code: 'x7!', path: '/login#code=x7!' },
  })
  assert.deepEqual(told, {
    server: {
      id: 'a0000000-0000-4000-8000-000000000001',
      adminPass: 'secret',
      created: '2026-01-01T00:00:00.000000',
      tags: ['a', 'b'],
    },
    links: [
      { href: 'https://cloud.example.org/servers/a0000000-0000-4000-8000-000000000001' },
      { href: 'of a0000000000040008000000000000001' },
    ],
    measures: [['2026-01-01T00:00:00', 60, 4]],
    secret: { secret_type: 'opaque', client_secret: 'secret' },
    path: '/v1/?Action=Describe&Signature=secret&Version=1',
    link: { code: 'secret', path: '/login#code=secret' },
  })
})
