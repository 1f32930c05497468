/** Units of usage audit periods. */
export const auditUnits = ['hour', 'day', 'month', 'year'] as const
export type AuditUnit = (typeof auditUnits)[number]

/** The start of the period that contains an instant, or of an earlier one. */
const beginningOf = (unit: AuditUnit, instant: Date, before: number): Date => {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()]
  const [day, hour] = [instant.getUTCDate(), instant.getUTCHours()]
  switch (unit) {
    case 'hour':
      return new Date(Date.UTC(year, month, day, hour - before))
    case 'day':
      return new Date(Date.UTC(year, month, day - before))
    case 'month':
      return new Date(Date.UTC(year, month - before))
    case 'year':
      return new Date(Date.UTC(year - before, 0))
  }
}

export interface AuditPeriod {
  readonly beginning: Date
  readonly ending: Date
}

/** The last period that had ended at an instant. */
export const lastAuditPeriod = (unit: AuditUnit, before: Date): AuditPeriod => ({
  beginning: beginningOf(unit, before, 1),
  ending: beginningOf(unit, before, 0),
})
