import type { Network } from '@nimbo/clients/network'
import { errors } from '../../errors.ts'
import type { BootRequest } from './boot-request.ts'

const externalRule = 'network:attach_external_network'

/**
 * Throws unless the caller may attach a server to this network: the network must have subnets, and an external one
 * needs permission.
 */
export const requireUsableNetwork = (found: Network, { allows }: Pick<BootRequest, 'allows'>): void => {
  if (found.subnets.length === 0) throw errors.NetworkRequiresSubnet({ id: found.id })
  if (found['router:external'] && !found.shared && !allows(externalRule))
    throw errors.ExternalNetworkForbidden({ id: found.id })
}
