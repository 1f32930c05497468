import type { GroupView } from '@nimbo/contracts/identity/groups'
import type { Group } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'

/** A group as the API returns it. */
export const groupView =
  (base: string) =>
  ({ extra, ...group }: Group): GroupView =>
    withSelf(`${base}/v3/groups/${group.id}`, { ...extra, ...group })
