import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Column } from '../panel/column.ts'
import type { Field } from '../panel/form-spec.ts'
import type { Panel } from '../panel/panel.ts'
import { entries } from '../panels/registry.ts'
import { en } from './en.ts'
import { zhCn } from './zh-cn.ts'

const keysOf = (words: object, prefix = ''): readonly string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    value instanceof Object ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  )

const fieldWords = (all: readonly (Column | Field)[]): readonly string[] =>
  all.map(({ name, label }) => `field.${label ?? name}`)

/** The keys of the texts that a panel shows. */
const wordsOf = ({
  id,
  columns,
  details = [],
  filters = [],
  create,
  update,
  actions = [],
  tabs = [],
}: Panel) => [
  ...[`panel.${id}.one`, `panel.${id}.many`],
  ...fieldWords([...columns, ...details, ...filters]),
  ...fieldWords([create, update, ...actions.map(({ form }) => form)].flatMap((form) => form?.fields ?? [])),
  ...actions.map((action) => `action.${action.id}`),
  ...tabs.map((tab) => `tab.${tab.id}`),
]

const named = entries.flatMap(({ area, group, name, unlisted }) =>
  unlisted ? [] : [`area.${area}.${group}`, `panel.${name}.many`],
)

/** The keys that are written in the source: `t('shell.done')`. */
const written = globSync('**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..') }).flatMap((path) => {
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const called = [...text.matchAll(/\bt\(\s*(?:[^'`)]*\? )?'([a-z]+\.[\w.-]+)'(?: : '([a-z]+\.[\w.-]+)')?/g)]
  const hindered = [...text.matchAll(/why: '(\w+)'/g)].map(([, word]) => `shell.why.${word}`)
  return [...called.flatMap(([, one, other]) => [one, other]), ...hindered]
})

for (const [language, words] of Object.entries({ English: en, Chinese: zhCn }))
  test(`${language} has a text for every key that the pages use`, async () => {
    const panels = await Promise.all(entries.map((entry) => entry.panel?.()))
    const wanted = [...named, ...panels.flatMap((panel) => (panel ? wordsOf(panel) : [])), ...written]
    const known = new Set(keysOf(words.translation))
    const missing = new Set(wanted.filter((key) => key !== undefined && !known.has(key)))
    assert.deepEqual([...missing], [])
  })

test('both languages have the same keys', () => {
  assert.deepEqual(keysOf(en.translation).toSorted(), keysOf(zhCn.translation).toSorted())
})
