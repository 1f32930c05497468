import { pause } from '@nimbo/kernel/deadline'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

interface Awaited {
  readonly cellId: string
  readonly serverId: string
  readonly migrationId: string
}

/** The default timeout of RPC calls in OpenStack. */
const mostMs = 60_000
const lookEveryMs = 50

/**
 * Waits until the hosts of a live migration have been checked. Throws Nova's 400 with the reason if a check failed.
 * After the timeout it returns, and the checks continue.
 */
export const awaitChecked = async (
  { databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>,
  { cellId, serverId, migrationId }: Awaited,
): Promise<void> => {
  const cell = await databases.cell(cellId)
  const giveUpAt = clock.now() + mostMs
  while (clock.now() < giveUpAt) {
    const { status } = (await migrations(cell, clock).find(migrationId)) ?? {}
    if (status === 'error') {
      const fault = (await instanceFaults(cell, clock).latest([serverId])).get(serverId)
      throw errors.BadRequest({ reason: fault?.message ?? 'Migration pre-check error.' })
    }
    if (status !== 'accepted') return
    await pause(clock, lookEveryMs)
  }
}
