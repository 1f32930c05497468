import type { UseView } from '@nimbo/contracts/telemetry/metering/metering'
import { mostUses, usesBetween } from '../../db/metering/metering.ts'
import { errors } from '../../metering-errors.ts'
import { mostHours, trafficBetween } from '../../db/metering/traffic.ts'
import { hourMs } from '../../domain/metering/traffic.ts'
import type { MeteringApp } from './metering-app.ts'

const units: Readonly<Record<string, string>> = { server: 'hours', volume: 'GB-hours', floating_ip: 'hours' }

interface Period {
  readonly from: number
  readonly until: number
  readonly projectId: string | undefined
}

const bytesAGigabyte = 1_000_000_000

/** Sums usage by project, kind and detail. */
const summed = () => {
  const sums = new Map<string, UseView>()
  return {
    add: ({ project_id, kind, detail, unit, amount }: UseView): void => {
      const key = JSON.stringify([project_id, kind, detail])
      sums.set(key, { project_id, kind, detail, unit, amount: (sums.get(key)?.amount ?? 0) + amount })
    },
    lines: (): UseView[] => [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use),
  }
}

const needFew = (count: number, most: number): void => {
  if (count > most) throw errors.Invalid({ reason: `More than ${most} uses lie in the period` })
}

/** How much of a time span lies in the period, in milliseconds. */
const within = (begun: number, ended: number, from: number, until: number): number =>
  Math.max(Math.min(ended, until) - Math.max(begun, from), 0)

/**
 * The usage in a period, by project, kind and flavor, type or direction; current usage counts until now. Traffic is stored by the
 * hour: of an hour that is partly in the period, the same fraction of its traffic is counted.
 */
export const usageOf = async (
  { db, clock }: MeteringApp,
  { from, until, projectId }: Period,
): Promise<UseView[]> => {
  const now = Math.min(clock.now(), until)
  const bill = summed()
  const uses = await usesBetween(db, { from, until, projectId })
  needFew(uses.length, mostUses)
  for (const { project_id, kind, detail, quantity, begun_at, ended_at } of uses) {
    const ms = within(Number(begun_at), ended_at === null ? now : Number(ended_at), from, now)
    bill.add({ project_id, kind, detail, unit: units[kind] ?? 'hours', amount: (ms / hourMs) * quantity })
  }
  const traffic = await trafficBetween(db, { from: from - hourMs + 1, until, projectId })
  needFew(traffic.length, mostHours)
  for (const { project_id, direction, hour, bytes } of traffic) {
    const length = Math.min(hour + hourMs, clock.now()) - hour
    const share = length <= 0 ? 1 : within(hour, hour + length, from, until) / length
    const amount = (bytes * share) / bytesAGigabyte
    if (share > 0) bill.add({ project_id, kind: 'traffic', detail: direction, unit: 'GB', amount })
  }
  return bill.lines()
}
