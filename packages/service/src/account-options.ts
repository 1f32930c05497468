import { defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'

/** Options about a service's database and its account. */
export const accountOptions = [
  defineOptions('database', {
    connection: string({
      help: 'URL of the database: postgresql://user:password@host/database. Required by roles that have a database.',
      secret: true,
    }),
  }),
  defineOptions('keystone_authtoken', {
    username: string({ help: 'Name of the service account; the name of the service if unset.' }),
    password: string({ help: 'Password of the service account.', secret: true }),
  }),
] as const
