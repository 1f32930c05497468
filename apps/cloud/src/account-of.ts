import type { ObjectAccount } from '@nimbo/object-account/object-account'
import type { ServiceHost } from '@nimbo/service/service-host'

/** What a service has in the object store of its cloud; loaded when somebody asks. */
export const accountOf =
  ({ transport, credentials, clock }: ServiceHost, service: string) =>
  async (): Promise<ObjectAccount> => {
    const { objectAccount } = await import('@nimbo/clients/object-account')
    return objectAccount(transport, credentials(service), clock)
  }
