import type { UserView } from '@nimbo/contracts/identity/users'
import type { User } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'
import { wireInstant } from '../../api/wire-instant.ts'

/** A user as the API returns it: without password hash, and without a default project if there is none. */
export const userView =
  (base: string) =>
  ({ default_project_id, password_expires_at, extra, ...user }: User): UserView => {
    const { id, name, domain_id, enabled, options } = user
    return withSelf(`${base}/v3/users/${id}`, {
      ...extra,
      ...{ id, name, domain_id, enabled, options },
      ...(default_project_id === null ? {} : { default_project_id }),
      password_expires_at: wireInstant(password_expires_at),
    })
  }
