import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'

/** The hostname that guests see: with `[api] dhcp_domain`, unless that is empty. */
export const fullHostname = ({ hostname }: Pick<HostedServer, 'hostname'>, domain: string): string =>
  domain === '' ? hostname : `${hostname}.${domain}`
