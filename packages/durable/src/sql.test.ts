import { goldenSql, goldenStore } from '@nimbo/db/golden-sql.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { flowCounts } from './flow-counts.ts'
import * as history from './flow-history.ts'
import * as inbox from './flow-inbox.ts'
import * as leases from './flow-leases.ts'
import * as queue from './flow-queue.ts'
import { recordOf } from './flow-record.ts'
import type { FlowRow, FlowTables } from './flow-tables.ts'
import { insertFlow } from './insert-flow.ts'
import { requireNoFlow } from './require-no-flow.ts'
import * as unbegun from './unbegun-flows.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const names = ['boot-server', 'delete-server']
const row: FlowRow = {
  ...{ id: 'f', name: 'boot-server', subject: 's', active_subject: 's', state: 'parked', input: '{}' },
  ...{ outputs: '{}', choices: '{}', position: 0, attempt: 0, error: null, signals: '[]' },
  ...{ cancelled: null, parked_until: 'signal', context: '{}', lease_owner: 'o', lease_expires_at: now },
  ...{ wake_at: now, deadline_at: now, revision: 1, created_at: now, updated_at: now },
}
const record = recordOf(row)
const flow = { name: 'boot-server', subject: 's' }

goldenSql<typeof import('./insert-flow.ts'), FlowTables>(url, 'insert-flow', {
  insertFlow: {
    finds: [{ id: 'f' }],
    run: (db) =>
      insertFlow(
        db,
        { name: 'boot-server', deadlineMs: 1 },
        { subject: 's', input: {}, ctx: internalContext(), clock: systemClock },
      ),
  },
})

goldenSql<typeof import('./require-no-flow.ts'), FlowTables>(url, 'require-no-flow', {
  requireNoFlow: (db) => requireNoFlow(db, { names, subject: 's' }),
})

goldenSql<typeof unbegun, FlowTables>(url, 'unbegun-flows', {
  putOffFlow: (db) => unbegun.putOffFlow(db, systemClock, { id: record.id, ms: 1 }),
  removeUnbegun: (db) => unbegun.removeUnbegun(db, record.id),
})

goldenSql<typeof queue, FlowTables>(url, 'flow-queue', {
  dueFlows: (db) => queue.dueFlows(db, names, 1, 10),
  nextDueAt: (db) => queue.nextDueAt(db, names, 'o', 1),
  countActive: { finds: [{ count: 1 }], run: (db) => queue.countActive(db, names) },
})

goldenStore(
  url,
  'flow-leases',
  (db: Kysely<FlowTables>) => {
    const holder = { db, clock: systemClock, owner: 'o', leaseMs: 1000 }
    return {
      claimFlow: () => leases.claimFlow(holder, record.id, names),
      saveProgress: (to: Partial<typeof record>) => leases.saveProgress(holder, record, { ...record, ...to }),
      heldFlow: () => leases.heldFlow(holder, record.id),
      releaseFlow: () => leases.releaseFlow(holder, record.id),
      renewLeases: () => leases.renewLeases(holder, [record.id]),
      holdsFlow: () => leases.holdsFlow(db, { flowId: record.id, owner: 'o' }),
      endFormerLeases: () => leases.endFormerLeases(db, 'former'),
    }
  },
  {
    claimFlow: (of) => of.claimFlow(),
    saveProgress: async (of) => {
      await of.saveProgress({ state: 'running', position: 1 })
      await of.saveProgress({ state: 'done', wakeAt: null })
    },
    heldFlow: (of) => of.heldFlow(),
    releaseFlow: (of) => of.releaseFlow(),
    renewLeases: (of) => of.renewLeases(),
    holdsFlow: (of) => of.holdsFlow(),
    endFormerLeases: { finds: [{ lease_owner: 'former-1' }], run: (of) => of.endFormerLeases() },
  },
)

goldenSql<typeof inbox, FlowTables>(url, 'flow-inbox', {
  signalFlow: {
    finds: [{ id: 'f', signals: '[]', revision: 1 }],
    run: async (db) => {
      await inbox.signalFlow(db, systemClock, record.id, {})
      await inbox.signalFlow(db, systemClock, flow, {})
    },
  },
  cancelFlow: async (db) => {
    await inbox.cancelFlow(db, systemClock, record.id, 'why')
    await inbox.cancelFlow(db, systemClock, flow, 'why')
  },
  cancelFlows: (db) =>
    inbox.cancelFlows(db, systemClock, { names: ['resize-server', 'offload-server'], subject: 's' }, 'why'),
})

goldenSql<typeof history, FlowTables>(url, 'flow-history', {
  flowsOf: (db) => history.flowsOf(db, 's', 10),
  activeFlow: (db) => history.activeFlow(db, flow),
  activeNames: (db) => history.activeNames(db, ['boot-server', 'delete-server'], 's'),
  forgetEndedFlows: (db) => history.forgetEndedFlows(db, { before: now, limit: 10 }),
})

goldenSql<typeof import('./flow-counts.ts'), FlowTables>(url, 'flow-counts', {
  flowCounts: (db) => flowCounts(db, names, 1),
})
