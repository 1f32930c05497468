import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { bootFlow } from '@nimbo/contracts/compute/boot-flow'
import { sourcePlaces } from './source-places.ts'

const root = new URL('../../../../', import.meta.url)

test('each hop of the boot flow has a source file that records it, and texts in every language', async () => {
  for (const { span } of bootFlow) {
    const place = sourcePlaces[span.name]
    assert.ok(place, span.name)
    assert.ok(
      (await readFile(new URL(place, root), 'utf8')).includes(`'${span.name}'`),
      `${place}: ${span.name}`,
    )
  }
  for (const language of ['en', 'zh-CN']) {
    const words = await readFile(new URL(`../words/${language}/flow.json`, import.meta.url), 'utf8')
    const { why, what } = JSON.parse(words)
    for (const { line } of bootFlow) assert.ok(why[line] && what[line], `${language}: line ${line}`)
  }
})
