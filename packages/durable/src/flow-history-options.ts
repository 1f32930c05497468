import { defineOptions } from '@nimbo/config/option-group'
import { seconds } from '@nimbo/config/option-types'

/** Options of every service with flows. */
export const flowHistoryOptions = defineOptions('flows', {
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
