import type { Bus, Subscription } from '@nimbo/bus/bus'
import { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { DurableEngine } from '@nimbo/durable/durable-engine'
import type { Log } from '@nimbo/kernel/log'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'

/** How a conductor reaches a cell, and what it does there. */
export interface CellService {
  readonly bus: () => Promise<Bus>
  readonly database: () => Promise<Kysely<CellTables>>
  readonly engineOn: (cell: Kysely<CellTables>) => DurableEngine
  /** The RPC handlers for hosts of the cell. */
  readonly handlers: RpcHandlers<typeof hostConductorRpc.methods>
  readonly log: Log
}

/** The conductor's work in one cell. Both start methods can be repeated after a failure or while they run. */
export interface ServedCell {
  listen(): Promise<void>
  beginFlows(): Promise<void>
  engine(): DurableEngine | undefined
  stop(): Promise<void>
}

/** Runs work once, and again only after a failure. */
const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let going: Promise<void> | undefined
  return () => {
    going ??= work().catch((error: unknown) => {
      going = undefined
      throw error
    })
    return going
  }
}

export const servedCell = ({ bus, database, engineOn, handlers, log }: CellService): ServedCell => {
  let engine: DurableEngine | undefined
  let subscription: Subscription | undefined
  let stopped = false
  return {
    listen: once(async () => {
      const opened = await serveRpc(await bus(), hostConductorRpc, { log }, handlers)
      if (stopped) await opened.close()
      else subscription = opened
    }),
    beginFlows: once(async () => {
      const opened = engineOn(await database())
      await opened.start()
      if (stopped) await opened.stop()
      else engine = opened
    }),
    engine: () => engine,
    stop: async () => {
      stopped = true
      await engine?.stop()
      await subscription?.close()
    },
  }
}
