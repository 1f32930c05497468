import type { ObjectAccount } from '@nimbo/object-account/object-account'
import type { ServiceHost } from '@nimbo/service/service-host'

/** Returns a function that opens a service's account in the object store of the same cloud; the client is loaded on first use. */
export const accountOf =
  ({ transport, credentials, clock }: ServiceHost, service: string) =>
  async (): Promise<ObjectAccount> => {
    const { objectAccount } = await import('@nimbo/clients/object-account')
    return objectAccount(transport, credentials(service), clock)
  }
