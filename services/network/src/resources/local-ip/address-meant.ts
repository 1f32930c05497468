import type { Port } from '@nimbo/contracts/network/port'
import { errors } from './errors.ts'

/** The fixed IP of a port for a request: the named one, or the only one. */
export const addressMeant = ({ id: portId, fixed_ips }: Port, asked: string | null): string => {
  const [only, ...others] = fixed_ips.map(({ ip_address }) => ip_address)
  if (only === undefined) throw errors.LocalIPNoIP({ portId })
  if (asked === null && others.length > 0) throw errors.LocalIPNoRequestedIP({ portId })
  if (asked === null || asked === only) return only
  if (!others.includes(asked)) throw errors.LocalIPRequestedIPNotFound({ portId, address: asked })
  return asked
}
