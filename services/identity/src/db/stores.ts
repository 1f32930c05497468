import type { Kysely } from 'kysely'
import type {
  ApplicationCredential,
  Endpoint,
  Group,
  Project,
  Region,
  Role,
  Service,
  User,
} from '../domain/records.ts'
import { assignments } from './assignments.ts'
import { formerPasswords } from './former-passwords.ts'
import { loginRecords } from './login-records.ts'
import { recordStore } from './record-store.ts'
import { relations } from './relations.ts'
import { revocations } from './revocations.ts'
import type { IdentityTables } from './tables.ts'

/** All stores of identity, over a database or a transaction. */
export const storesOf = (db: Kysely<IdentityTables>) => ({
  /** The database or transaction itself. */
  over: db,
  projects: recordStore<Project>(db, 'projects', {
    flags: ['is_domain', 'enabled'],
    structures: ['options', 'extra'],
  }),
  users: recordStore<User>(db, 'users', {
    flags: ['enabled', 'password_self_service'],
    structures: ['options', 'extra'],
  }),
  groups: recordStore<Group>(db, 'groups', { flags: [], structures: ['extra'] }),
  roles: recordStore<Role>(db, 'roles', { flags: [], structures: ['options', 'extra'] }),
  regions: recordStore<Region>(db, 'regions', { flags: [], structures: ['extra'] }),
  services: recordStore<Service>(db, 'services', { flags: ['enabled'], structures: ['extra'] }),
  endpoints: recordStore<Endpoint>(db, 'endpoints', { flags: ['enabled'], structures: ['extra'] }),
  applicationCredentials: recordStore<ApplicationCredential>(db, 'application_credentials', {
    flags: ['unrestricted'],
    structures: [],
  }),
  assignments: assignments(db),
  relations: relations(db),
  revocations: revocations(db),
  formerPasswords: formerPasswords(db),
  loginRecords: loginRecords(db),
})

export type Stores = ReturnType<typeof storesOf>
