import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Parent, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { integer, oneOf, text, uuid } from '@nimbo/resource/describe/value-types'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { router } from './router.ts'

const mostPort = 65_535
const longestName = 64

const ofRouter: Parent = {
  kind: router,
  attribute: 'router_id',
  facts: { 'ext_parent:project_id': 'project_id' },
}

/** Makes a router track related connections of a protocol such as FTP on a port. */
export const conntrackHelper = resource(
  'conntrack_helper',
  'conntrack_helpers',
  {
    ...identified,
    router_id: attribute(uuid, { on: 'create', required: true, shown: false }),
    protocol: attribute(oneOf('tcp', 'udp'), { on: 'create update', required: true, example: 'udp' }),
    port: attribute(integer(1, mostPort), { on: 'create update', required: true, example: 69 }),
    helper: attribute(text(longestName), { on: 'create update', required: true, example: 'tftp' }),
  },
  { parent: ofRouter, path: 'routers/{router_id}/conntrack_helpers' },
)

export type ConntrackHelper = Of<typeof conntrackHelper>
export type PlainConntrackHelper = Plain<typeof conntrackHelper>

const errors = ['BadRequest', 'RouterNotFound', 'ConntrackHelperNotAllowed', 'InvalidProtocolForHelper']

export const conntrackHelperOperations = crud(conntrackHelper, {
  notFound: 'ConntrackHelperNotFound',
  create: errors,
  update: errors,
  delete: ['RouterNotFound'],
})

export const conntrackHelperNotifications = resourceNotifications('conntrack_helper', { whenDeleted: 'id' })
