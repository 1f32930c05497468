import type { SessionView } from '@nimbo/contracts/dashboard/session'
import { servicesOf } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'

/** The session as the page sees it: without the token and the endpoints. */
export const sessionView = ({ view, endpoints }: Session, nimbo: boolean): SessionView => ({
  ...view,
  services: servicesOf(endpoints, view.region),
  nimbo,
})
