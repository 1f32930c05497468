import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '@nimbo/dashboard/domain/event-of'
import { eventTypesOf, formatOf } from '@nimbo/notifications/notification'
import { declaredNotifications } from '@nimbo/testkit/declared-notifications'

interface Entry {
  panel?(): Promise<{ readonly id: string; readonly kind?: string; readonly polled?: true }>
}

/** By a variable: the types of the page's modules are those of a browser, and checked apart. */
const registry = '@nimbo/dashboard-page/panels/registry'

test('a panel that is not polled is of a kind that notifications of the usual format are about', async () => {
  const declared = [...(await declaredNotifications()).values()].flat()
  const sent = declared.filter((one) => formatOf(one) === 'unversioned').flatMap(eventTypesOf)
  const kinds = new Set(sent.map(kindOf))
  const { entries }: { readonly entries: readonly Entry[] } = await import(registry)
  const panels = await Promise.all(entries.map((entry) => entry.panel?.()))
  const deaf = panels.flatMap((panel) =>
    panel?.kind === undefined || panel.polled || kinds.has(panel.kind) ? [] : [`${panel.id}: ${panel.kind}`],
  )
  assert.deepEqual(deaf, [])
})
