import type { Clock } from '@nimbo/kernel/clock'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { NotifiedServer } from '../../domain/notifications/server-payloads.ts'
import type { Server } from '../../domain/servers/server.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { blockDevices } from './block-devices.ts'
import { instances } from './instances.ts'

/** Options of `[notifications]`. */
interface ServerNoticeOptions {
  /** `bdms_in_notifications`: whether volumes are included. */
  readonly blockDevices: boolean
  readonly shares: boolean
  /** `notify_on_state_change`: which state changes are notified as updates. */
  readonly stateChanges: 'vm_state' | 'vm_and_task_state' | undefined
}

export interface NoticeDeps extends ServerNoticeOptions {
  readonly notifier: Notifier
  readonly clock: Clock
}

/** A server in its current state, or its id if the caller has not read it. */
export type ServerOrId = Server | string

/** The data of a server for a notification; undefined when notifications are off or the server does not exist. */
export const toldServers =
  ({ notifier, clock, blockDevices: withDisks, shares }: NoticeDeps) =>
  async (cell: Kysely<CellTables>, of: ServerOrId): Promise<NotifiedServer | undefined> => {
    if (!notifier.on) return undefined
    const server = typeof of === 'string' ? await instances(cell, clock).find(of, { deleted: true }) : of
    if (server === undefined) return undefined
    const asksForDisks = withDisks && notifier.speaks('versioned')
    const disks = asksForDisks ? await blockDevices(cell, clock).ofServer(server.id) : undefined
    return { server, disks, shares }
  }
