import type { Config } from '@nimbo/config/option-group'
import type { commonOptions } from './common-options.ts'

type Common = Config<(typeof commonOptions)[number]>['DEFAULT']

/** How long requests in progress have to finish, in milliseconds; `Infinity` for no limit. */
export const gracePeriodMs = ({
  graceful_shutdown_timeout: seconds,
}: Pick<Common, 'graceful_shutdown_timeout'>): number =>
  seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000
