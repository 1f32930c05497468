import { timestamp } from '@nimbo/kernel/clock'
import type { VolumeApp } from '../../../app/app.ts'
import { endAbandonedSnapshots, endAbandonedVolumes } from '../../../db/abandoned.ts'
import { type ListedService, listServices } from '../services.ts'

/** Selects the services to clean up, and resources. */
export interface CleanUp {
  readonly host: string | undefined
  readonly binary: string | undefined
  /** The number of the service in the list, from 1 on. */
  readonly place: number | undefined
  readonly isUp: boolean
  readonly isDisabled: boolean | undefined
  readonly resourceId: string | undefined
  readonly resourceType: 'Volume' | 'Snapshot' | undefined
}

export interface CleanedUp {
  readonly services: readonly (ListedService & { readonly place: number })[]
  /** Whether a scheduler is up; otherwise nothing is cleaned up. */
  readonly isDone: boolean
}

const cleaned = new Set(['cinder-volume', 'cinder-scheduler'])

/**
 * Sets resources to an error status if their status says that work is under way, but no flow does it. Work that has a flow is
 * left to the flow, which another scheduler continues. A resource without a flow is reset whichever service it belonged to.
 */
export const cleanUp =
  (app: VolumeApp) =>
  async (asked: CleanUp): Promise<CleanedUp> => {
    const all = await listServices(app)({ binary: undefined, host: undefined })
    const services = all
      .map((service, index) => ({ ...service, place: index + 1 }))
      .filter(
        ({ binary, host, up, disabled, place }) =>
          cleaned.has(binary) &&
          up === asked.isUp &&
          (asked.binary === undefined || asked.binary === binary) &&
          (asked.host === undefined || asked.host === host || host.startsWith(`${asked.host}@`)) &&
          (asked.place === undefined || asked.place === place) &&
          (asked.isDisabled === undefined || asked.isDisabled === (disabled === 1)),
      )
    const isDone = all.some(({ binary, up }) => binary === 'cinder-scheduler' && up)
    if (services.length > 0 && isDone) await endAbandoned(app, asked)
    return { services, isDone }
  }

const endAbandoned = async (app: VolumeApp, { resourceId, resourceType }: CleanUp): Promise<void> => {
  const now = timestamp(app.clock)
  const volumes = resourceType === 'Snapshot' ? [] : await endAbandonedVolumes(app.db, now, resourceId)
  const snapshots = resourceType === 'Volume' ? [] : await endAbandonedSnapshots(app.db, now, resourceId)
  if (volumes.length + snapshots.length > 0)
    app.log.warn({ volumes, snapshots }, 'resources whose work has no flow were set to an error status')
}
