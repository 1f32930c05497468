import type { RoleView } from '@nimbo/contracts/identity/roles'
import type { Role } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'

/** A role as the API returns it. */
export const roleView =
  (base: string) =>
  ({ extra, ...role }: Role): RoleView =>
    withSelf(`${base}/v3/roles/${role.id}`, { ...extra, ...role })
