import { defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'

/** Options about a service's database and its account. */
export const accountOptions = [
  defineOptions('database', {
    connection: string({
      help: 'Where the tables are: postgresql://user:password@host/database. Needed by roles that have a database.',
      secret: true,
    }),
  }),
  defineOptions('keystone_authtoken', {
    username: string({ help: 'The account; the name of the service unless given.' }),
    password: string({ help: 'Its password.', secret: true }),
  }),
] as const
