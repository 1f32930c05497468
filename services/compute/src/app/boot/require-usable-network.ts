import type { Network } from '@nimbo/clients/network'
import { errors } from '../../errors.ts'
import type { BootRequest } from './boot-request.ts'

const externalRule = 'network:attach_external_network'

type Permissions = Pick<BootRequest, 'allows'>

/** Throws unless the caller may attach a server to this network: an external one needs permission. */
export const requireAllowedNetwork = (found: Network, { allows }: Permissions): void => {
  if (found['router:external'] && !found.shared && !allows(externalRule))
    throw errors.ExternalNetworkForbidden({ id: found.id })
}

/** Like {@link requireAllowedNetwork}, for a new server, whose networks must have subnets. */
export const requireUsableNetwork = (found: Network, permissions: Permissions): void => {
  if (found.subnets.length === 0) throw errors.NetworkRequiresSubnet({ id: found.id })
  requireAllowedNetwork(found, permissions)
}
