import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { EndpointOfPolicy } from './endpoints.ts'
import { open, pageLinks, Self } from './words.ts'

const policyPath = '/v3/policies/{policy_id}/OS-ENDPOINT-POLICY'
const errors = ['NotFound', 'PolicyAssociationNotFound']

/** What a policy is associated with: an endpoint, a service, or a service in a region. */
const places = [
  { place: 'endpoint', path: 'endpoints/{endpoint_id}', what: 'an endpoint' },
  { place: 'service', path: 'services/{service_id}', what: 'the endpoints of a service' },
  {
    place: 'region_and_service',
    path: 'services/{service_id}/regions/{region_id}',
    what: 'the endpoints of a service in a region',
  },
] as const

const on = found('policy_place')

/** Each has the same three operations. */
export const policyPlaces = places.map(({ place, path, what }) => ({
  bind: operation({
    id: `${place}_policies.bind`,
    method: 'PUT',
    path: `${policyPath}/${path}`,
    summary: `Have a policy for ${what}`,
    rule: `identity:create_policy_association_for_${place}`,
    on,
    replies: { 204: empty },
    errors,
  }),
  check: operation({
    id: `${place}_policies.check`,
    method: 'GET',
    path: `${policyPath}/${path}`,
    summary: `Check whether a policy is for ${what}`,
    rule: `identity:check_policy_association_for_${place}`,
    on,
    replies: { 204: empty },
    errors,
  }),
  unbind: operation({
    id: `${place}_policies.unbind`,
    method: 'DELETE',
    path: `${policyPath}/${path}`,
    summary: `Have a policy no more for ${what}`,
    rule: `identity:delete_policy_association_for_${place}`,
    on,
    replies: { 204: empty },
    errors,
  }),
}))

export const listEndpointsOfPolicy = operation({
  id: 'policies.list_endpoints',
  method: 'GET',
  path: `${policyPath}/endpoints`,
  summary: 'List the endpoints that a policy is for',
  rule: 'identity:list_endpoints_for_policy',
  on: found('policy'),
  replies: { 200: view({ endpoints: Type.Array(EndpointOfPolicy), ...pageLinks }) },
  errors,
})

/** An embedded policy. */
const Policy = open({ id: Type.String(), type: Type.String(), blob: Type.String(), links: Self })

export const showPolicyOfEndpoint = operation({
  id: 'endpoints.show_policy',
  method: 'GET',
  path: '/v3/endpoints/{endpoint_id}/OS-ENDPOINT-POLICY/policy',
  summary: 'Show the policy that is for an endpoint',
  rule: 'identity:get_policy_for_endpoint',
  on: found('endpoint'),
  replies: { 200: view({ policy: Policy }) },
  errors,
})
