import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import type { Given } from '@nimbo/service/manage/command'
import { givenSecret, secretFile } from '@nimbo/service/manage/secret-option'
import type { AnyService } from '@nimbo/service/service'
import type { ManageCommand } from './command.ts'
import { type Managed, manageCloud } from './managed-host.ts'
import { publishedEndpoints } from './published-endpoints.ts'

const url = (meaning: string) => ({ type: 'string', value: 'URL', help: meaning }) as const

export const bootstrap = (services: readonly AnyService[]): ManageCommand => ({
  name: 'bootstrap',
  summary: 'Creates the first user, roles, region, catalog and service accounts.',
  details:
    'The first user is admin, whose password may also be given in OS_BOOTSTRAP_PASSWORD; service accounts get the passwords in their configuration files. Another run adds what is missing.',
  options: {
    'bootstrap-password': {
      type: 'string',
      value: 'PASSWORD',
      help: 'password of the user admin; visible in lists of processes',
    },
    'bootstrap-password-file': secretFile('the password of the user admin'),
    'bootstrap-region-id': { type: 'string', value: 'REGION', help: 'id of the region (RegionOne)' },
    'public-host': {
      type: 'string',
      value: 'ADDRESS',
      help: 'host of the public endpoints whose URL is not given (127.0.0.1)',
    },
    'internal-host': {
      type: 'string',
      value: 'ADDRESS',
      help: 'host of the internal endpoints whose URL is not given (the public host)',
    },
    'bootstrap-public-url': url('public URL of identity: http://controller:5000/v3'),
    'bootstrap-internal-url': url('internal URL of identity'),
    'bootstrap-admin-url': url('admin URL of identity'),
  },
  run: async (given, places, say) =>
    manageCloud(services, places, async (managed) => {
      const names = { plain: 'bootstrap-password', file: 'bootstrap-password-file' }
      const adminPassword = (await givenSecret(given, names)) ?? process.env.OS_BOOTSTRAP_PASSWORD
      if (adminPassword === undefined)
        throw new UserError(
          'give the password of the user admin: --bootstrap-password-file, or OS_BOOTSTRAP_PASSWORD',
        )
      const region = given.text('bootstrap-region-id') ?? 'RegionOne'
      for (const service of services)
        await service.bootstrap?.(managed.databases(service), {
          adminPassword,
          region,
          endpoints: endpointsOf(services, given, managed),
          serviceUsers: accountsOf(services, managed),
        })
      say(`Identity has been bootstrapped, with the endpoints of region ${region}.\n`)
      return 0
    }),
})

const endpointsOf = (services: readonly AnyService[], given: Given, { settings }: Managed) => {
  const publicHost = given.text('public-host') ?? '127.0.0.1'
  const internalHost = given.text('internal-host') ?? publicHost
  const identity = {
    public: given.text('bootstrap-public-url'),
    internal: given.text('bootstrap-internal-url'),
    admin: given.text('bootstrap-admin-url'),
  }
  return publishedEndpoints(services, settings, { publicHost, internalHost }).map((endpoint) =>
    endpoint.serviceType === 'identity'
      ? {
          ...endpoint,
          urls: {
            public: identity.public ?? endpoint.urls.public,
            internal: identity.internal ?? endpoint.urls.internal,
            admin: identity.admin ?? endpoint.urls.admin,
          },
        }
      : endpoint,
  )
}

/** The service accounts, with passwords from the configuration. */
const accountsOf = (services: readonly AnyService[], { settings }: Managed) =>
  services.flatMap(({ name, accountRoles }) => {
    const { username, password } = settings(name, accountOptions).keystone_authtoken
    return password === undefined ? [] : [{ username: username ?? name, password, roles: accountRoles }]
  })
