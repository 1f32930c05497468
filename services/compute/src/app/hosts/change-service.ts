import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import type { ServiceChanges } from '../../db/hosts/services.ts'
import { errors } from '../../errors.ts'
import { disabledTrait } from '../../domain/hosts/host-traits.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changeServiceRow } from '../notices/service-notices.ts'
import type { CellAnswer } from '../every-cell.ts'
import { type SurveyDeps, type SurveyedService, surveyCells } from './survey-hosts.ts'

/** A service's id in the API: a UUID, or a number before 2.53. */
export type ServiceName = { readonly id: string } | { readonly number: string }

/** Throws `CellDown` when a cell did not answer, since it may have the service that the others lack. */
const requireAll = (cells: readonly CellAnswer<unknown>[]): void => {
  const down = cells.find(({ answer }) => answer === undefined)
  if (down) throw errors.CellDown({ cellId: down.cellId })
}

/**
 * The service with that id. Throws `ServiceNotFound`. If services of two cells have the same number, the first cell's
 * is found.
 */
export const findService =
  (deps: SurveyDeps) =>
  async (name: ServiceName): Promise<SurveyedService> => {
    const cells = await surveyCells(deps)()
    const found = cells
      .flatMap(({ answer }) => answer ?? [])
      .find(({ row }) => ('id' in name ? row.id === name.id : String(row.number) === name.number))
    if (found) return found
    requireAll(cells)
    throw errors.ServiceNotFound({ id: 'id' in name ? name.id : name.number })
  }

/** The service with that binary on a host. Throws `HostNotMapped`. */
export const findServiceOn =
  (deps: SurveyDeps) =>
  async (host: string, binary: string): Promise<SurveyedService> => {
    const cells = await surveyCells(deps)({ host, binary })
    const [found] = cells.flatMap(({ answer }) => answer ?? [])
    if (found) return found
    requireAll(cells)
    throw errors.HostNotMapped({ host })
  }

/** A requested change of a service. */
export interface ServiceChange {
  readonly enabled?: boolean
  /** Why the service is disabled; cleared when it is enabled. */
  readonly reason?: string
  readonly forcedDown?: boolean
}

type ChangeDeps = SurveyDeps &
  Pick<ComputeApiDeps, 'clients' | 'computeHost' | 'log'> & { readonly notifier: Notifier }

/**
 * Makes placement leave out the nodes of a disabled host, and offer those of an enabled host again. If placement does
 * not answer, the host's next heartbeat does it.
 */
const tellPlacement =
  ({ databases, clock, clients, log }: ChangeDeps) =>
  async (ctx: Context, { row, cellId }: SurveyedService, enabled: boolean): Promise<void> => {
    if (row.binary !== 'nova-compute') return
    const nodes = await computeNodes(await databases.cell(cellId), clock).ofHost(row.host)
    try {
      for (const { id } of nodes) await clients.service.placement.setTrait(ctx, id, disabledTrait, !enabled)
    } catch (error) {
      log.warn({ host: row.host, error }, 'placement was not updated after a service changed')
    }
  }

/**
 * Makes a host that no longer counts as failed compare itself with the cloud: its servers may have been evacuated
 * meanwhile, and a guest must not run twice for longer than necessary. If the message is lost, the host's next report
 * does it.
 */
const tellHost =
  ({ computeHost, log }: ChangeDeps) =>
  async (ctx: Context, { row: { binary, host }, cellId }: SurveyedService): Promise<void> => {
    if (binary !== 'nova-compute') return
    try {
      await computeHost.reportSoon(ctx, { cellId, host })
    } catch (error) {
      log.warn({ host, error }, 'the request for a report was not sent to a host')
    }
  }

/**
 * Changes a service in its cell, together with what `also` writes, so that the scheduler's next decision uses it;
 * returns the changed service.
 */
export const changeService =
  (deps: ChangeDeps) =>
  async (
    ctx: Context,
    service: SurveyedService,
    wish: ServiceChange,
    also?: (trx: Kysely<CellTables>) => Promise<void>,
  ): Promise<SurveyedService> => {
    const { id } = service.row
    const changes: ServiceChanges = {
      ...(wish.enabled === undefined
        ? {}
        : { disabled: wish.enabled ? 0 : 1, disabled_reason: wish.enabled ? null : (wish.reason ?? null) }),
      ...(wish.forcedDown === undefined ? {} : { forced_down: wish.forcedDown ? 1 : 0 }),
    }
    await changeServiceRow(deps)(ctx, service, 'update', async (stored, trx) => {
      await stored.update(id, changes)
      await also?.(trx)
    })
    if (wish.enabled !== undefined) await tellPlacement(deps)(ctx, service, wish.enabled)
    if (wish.forcedDown === false) await tellHost(deps)(ctx, service)
    return findService(deps)({ id })
  }
