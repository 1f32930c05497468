import type { Fault } from '@nimbo/kernel/errors'

/** Whether somebody whom a flow needs is away: the host of a volume, the broker, the database. */
export const isOutage = ({ kind }: Fault): boolean => kind === 'unavailable'

/** The same, for work that another host can do when the chosen one is silent. */
export const isOutageForEveryHost = (error: Fault): boolean =>
  isOutage(error) && error.code !== 'MessagingTimeout'
