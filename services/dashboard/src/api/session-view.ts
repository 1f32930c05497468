import type { SessionView } from '@nimbo/contracts/dashboard/session'
import { servicesOf } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'

/** What the page sees of a session: all but the token and where services are. */
export const sessionView = ({ view, endpoints }: Session, nimbo: boolean): SessionView => ({
  ...view,
  services: servicesOf(endpoints, view.region),
  nimbo,
})
