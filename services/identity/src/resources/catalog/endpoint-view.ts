import type { EndpointView } from '@nimbo/contracts/identity/endpoints'
import type { Endpoint } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'

/** An endpoint as the API returns it. */
export const endpointView =
  (base: string) =>
  ({ extra, ...endpoint }: Endpoint): EndpointView =>
    withSelf(`${base}/v3/endpoints/${endpoint.id}`, { ...extra, ...endpoint, region: endpoint.region_id })
