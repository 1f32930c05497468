import { type Config, defineOptions } from '@nimbo/config/option-group'
import { seconds } from '@nimbo/config/option-types'

/** Options of every service with flows. */
export const flowOptions = defineOptions('flows', {
  lease: seconds({
    default: 30,
    min: 0.1,
    help: 'Lease of a process on its work in seconds: when the process has died, others continue the work after this time.',
  }),
  poll_interval: seconds({
    default: 5,
    min: 0.05,
    help: 'Seconds between two searches for work whose announcement was lost.',
  }),
  keep_ended: seconds({
    default: 604_800,
    min: 0,
    help: 'Seconds for which records of finished work are kept; 0 keeps them forever.',
  }),
  forget_interval: seconds({
    default: 600,
    min: 1,
    help: 'Seconds between two runs that delete old records of finished work.',
  }),
})

/** The times of a flow engine as they are configured, in milliseconds. */
export const flowTimes = ({ flows }: Config<typeof flowOptions>) => ({
  leaseMs: flows.lease * 1000,
  pollMs: flows.poll_interval * 1000,
})
