import { goldenSql, goldenStore } from '@nimbo/db/golden-sql.testing'
import { systemClock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { outboxOf, putIntoOutbox, type Waiting } from './outbox.ts'
import type { OutboxTables } from './outbox-tables.ts'

const url = import.meta.url
const waiting: Waiting = {
  ...{ position: 1, message_id: 'm', resource: 'r', format: 'versioned', priority: 'info' },
  message: '{}',
}

goldenSql<typeof import('./outbox.ts'), OutboxTables>(url, 'put-into-outbox', {
  putIntoOutbox: (db) => putIntoOutbox(db, [waiting]),
})

goldenStore(url, 'outbox', (db: Kysely<OutboxTables>) => outboxOf(db, systemClock, 'o', 1000), {
  isEmpty: (outbox) => outbox.isEmpty(),
  lease: (outbox) => outbox.lease(),
  release: (outbox) => outbox.release(),
  next: (outbox) => outbox.next(),
  remove: (outbox) => outbox.remove([waiting]),
})
