import type { DomainView } from '@nimbo/contracts/identity/domains'
import type { Project } from '../../domain/records.ts'
import { withSelf } from '../../api/links.ts'

/** A domain as the API returns it. */
export const domainView =
  (base: string) =>
  ({ id, name, description, enabled, options, extra }: Project): DomainView =>
    withSelf(`${base}/v3/domains/${id}`, {
      ...extra,
      ...{ id, name, description, enabled, options },
      tags: [],
    })
