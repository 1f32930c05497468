import type { NetworkRequest } from '@nimbo/contracts/compute/create-server'
import { isUuid } from '@nimbo/kernel/ids'
import { errors } from '../../errors.ts'

const refuse = (reason: string): never => {
  throw errors.BadRequest({ reason })
}

/** Refuses networks and ports that contradict themselves or each other, before another service is queried about them. */
export const requireSensibleNetworks = (asked: readonly NetworkRequest[]): void => {
  const ports = new Set<string>()
  for (const { uuid, port, fixed_ip } of asked) {
    if (port) {
      if (fixed_ip)
        refuse(
          `Specified Fixed IP '${fixed_ip}' cannot be used with port '${port}': the two cannot be specified together.`,
        )
      if (ports.has(port))
        refuse(`Port ID '${port}' was specified twice: you cannot attach a port multiple times.`)
      ports.add(port)
    } else if (uuid === undefined) refuse("Bad network format: missing 'uuid'")
    else if (!isUuid(uuid)) refuse(`Bad networks format: network uuid is not in proper format (${uuid})`)
  }
}
