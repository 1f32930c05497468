import type { SessionView } from '@nimbo/contracts/dashboard/session'
import type { HorizonApp } from '../app/app.ts'
import { homeRegionIn, servicesOf } from '../domain/endpoints.ts'
import type { Session } from '../domain/session.ts'

/**
 * The session as the page sees it: without the token and the endpoints. Another region may be another cloud, which would carry
 * out the requests by which the page asks Nimbo about policy only.
 */
export const sessionView = (
  { nimbo, config }: Pick<HorizonApp, 'nimbo' | 'config'>,
  { view, endpoints }: Session,
): SessionView => ({
  ...view,
  services: servicesOf(endpoints, view.region),
  nimbo: nimbo && view.region === homeRegionIn(view.regions, config.DEFAULT.region),
})
