import { type Static, Type } from 'typebox'

/** One figure that a monitor measured on a host. */
export const hostMetric = Type.Object({
  /** For example `cpu.percent`. */
  name: Type.String(),
  /** Percentages from 0 to 100, CPU times in nanoseconds, frequencies in MHz. */
  value: Type.Integer(),
  /** When it was measured. */
  timestamp: Type.String(),
  /** The driver that measured it, as in `compute_driver`. */
  source: Type.String(),
})
export type HostMetric = Static<typeof hostMetric>
