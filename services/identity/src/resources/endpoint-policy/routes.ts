import * as operations from '@nimbo/contracts/identity/endpoint-policies'
import { endpointView } from '../catalog/endpoint-view.ts'
import { handle } from '../../api/handle.ts'
import { wholeLinks, withSelf } from '../../api/links.ts'

const places = operations.policyPlaces.flatMap(({ bind, check, unbind }) => [
  handle(bind, async ({ app, found: { policy_place } }) => {
    await app.endpointPolicies.bind(policy_place.policyId, policy_place.place)
  }),
  handle(check, async ({ app, found: { policy_place } }) => {
    await app.endpointPolicies.check(policy_place.policyId, policy_place.place)
  }),
  handle(unbind, async ({ app, found: { policy_place } }) => {
    await app.endpointPolicies.unbind(policy_place.policyId, policy_place.place)
  }),
])

const listEndpoints = handle(operations.listEndpointsOfPolicy, async (call) => {
  const endpoints = await call.app.endpointPolicies.endpointsOf(call.found.policy.id)
  const views = endpoints.map(endpointView(call.base)).map(({ region: _, ...endpoint }) => endpoint)
  return { endpoints: views, ...wholeLinks(call) }
})

const showPolicy = handle(operations.showPolicyOfEndpoint, async ({ app, found, base }) => {
  const { extra, ...policy } = await app.policies.find(await app.endpointPolicies.policyIdFor(found.endpoint))
  return { policy: withSelf(`${base}/v3/policies/${policy.id}`, { ...extra, ...policy }) }
})

export const endpointPolicyRoutes = [...places, listEndpoints, showPolicy]
