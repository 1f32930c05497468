import type { Fault } from '@nimbo/kernel/errors'

/** Whether something that a flow needs is unavailable: the host of a volume, the message broker, the database. */
export const isOutage = ({ kind }: Fault): boolean => kind === 'unavailable'

/** Like {@link isOutage}, for work that another host can do: then a chosen host that does not answer is not an outage. */
export const isOutageForEveryHost = (error: Fault): boolean =>
  isOutage(error) && error.code !== 'MessagingTimeout'
