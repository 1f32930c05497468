import type { UseView } from '@nimbo/contracts/telemetry/metering/metering'
import { mostUses, usesBetween } from '../../db/metering/metering.ts'
import { errors } from '../../metering-errors.ts'
import type { MeteringApp } from './metering-app.ts'

const hourMs = 3_600_000

const units: Readonly<Record<string, string>> = { server: 'hours', volume: 'GB-hours', floating_ip: 'hours' }

interface Period {
  readonly from: number
  readonly until: number
  readonly projectId: string | undefined
}

/** What was used in a period, by project, kind and flavor or type; what is still used counts until now. */
export const usageOf = async (
  { db, clock }: MeteringApp,
  { from, until, projectId }: Period,
): Promise<UseView[]> => {
  const now = Math.min(clock.now(), until)
  const uses = await usesBetween(db, { from, until, projectId })
  if (uses.length > mostUses) throw errors.Invalid({ reason: `More than ${mostUses} uses lie in the period` })
  const sums = new Map<string, UseView>()
  for (const { project_id, kind, detail, quantity, begun_at, ended_at } of uses) {
    const key = JSON.stringify([project_id, kind, detail])
    const ms = Math.min(ended_at === null ? now : Number(ended_at), now) - Math.max(Number(begun_at), from)
    const amount = (Math.max(ms, 0) / hourMs) * quantity
    const known = sums.get(key)
    const unit = units[kind] ?? 'hours'
    sums.set(key, { project_id, kind, detail, unit, amount: (known?.amount ?? 0) + amount })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use)
}
