import { type Config, defineOptions } from '@nimbo/config/option-group'
import { seconds } from '@nimbo/config/option-types'

/** Options of every service with flows. */
export const flowOptions = defineOptions('flows', {
  lease: seconds({
    default: 30,
    min: 0.1,
    help: 'Seconds for which a process that died keeps others from continuing its work.',
  }),
  poll_interval: seconds({
    default: 5,
    min: 0.05,
    help: 'Seconds between two looks for work that nobody told the process of.',
  }),
  keep_ended: seconds({
    default: 604_800,
    min: 0,
    help: 'Seconds for which it is kept what became of work that has ended; 0 keeps it for good.',
  }),
  forget_interval: seconds({
    default: 600,
    min: 1,
    help: 'Seconds between two times at which work that ended long ago is forgotten.',
  }),
})

/** The times of a flow engine as they are configured, in milliseconds. */
export const flowTimes = ({ flows }: Config<typeof flowOptions>) => ({
  leaseMs: flows.lease * 1000,
  pollMs: flows.poll_interval * 1000,
})
