import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '@nimbo/dashboard/domain/event-of'
import { eventTypesOf, formatOf } from '@nimbo/notifications/notification'
import { declaredNotifications } from '@nimbo/testkit/declared-notifications'

interface Entry {
  panel?(): Promise<{ readonly id: string; readonly kind?: string; readonly polled?: true }>
}

/** A variable, so that the compiler does not follow the import: the modules of the page have the types of a browser. */
const registry = '@nimbo/dashboard-page/panels/registry'

test('every dashboard panel that is not polled shows a kind that has unversioned notifications', async () => {
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
