import { everyCell } from '../app/every-cell.ts'
import type { Databases } from '../db/cells/databases.ts'
import type { Clock } from '@nimbo/kernel/clock'
import { services } from '../db/hosts/services.ts'
import { versionWithOwnerTrait } from '../domain/hosts/service-version.ts'

/**
 * Whether every host reports the trait that compute owns it, which is so once the last one is upgraded. A positive
 * answer is kept, since hosts that come later are at least as new.
 */
export const ownersKnown = (deps: {
  readonly databases: Databases
  readonly clock: Clock
}): (() => Promise<boolean>) => {
  let known = false
  return async () => {
    if (known) return true
    const lowest = await everyCell(deps, async (cell) => [
      await services(cell, deps.clock).lowestVersion('nova-compute'),
    ])
    known = lowest.every((version) => version === undefined || version >= versionWithOwnerTrait)
    return known
  }
}
