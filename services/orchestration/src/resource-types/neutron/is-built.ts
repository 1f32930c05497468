import { resourceErrors } from '../../resource-type/errors.ts'
import type { Shown } from '../field-of.ts'

/** Whether the status of a Neutron object shows that it is ready, and not on its way or in error. */
export const isReady = ({ status }: Shown): boolean =>
  status === 'ACTIVE' || status === 'DOWN' || status === 'N/A'

/** Whether a Neutron object with a status is ready. Throws when its status is an error. */
export const isBuilt = (live: Shown): boolean => {
  const { status } = live
  if (isReady(live)) return true
  switch (status) {
    case 'BUILD':
      return false
    case 'ERROR':
      throw resourceErrors.ResourceInError({ status, reason: 'Unknown' })
    default:
      throw resourceErrors.ResourceUnknownStatus({ status: String(status), result: 'Resource is not built' })
  }
}
