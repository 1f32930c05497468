import { resourceErrors } from '../../resource-type/errors.ts'
import type { Shown } from '../field-of.ts'

/** Whether a Neutron object with a status is ready. Throws when its status is an error. */
export const isBuilt = ({ status }: Shown): boolean => {
  switch (status) {
    case 'BUILD':
      return false
    case 'ACTIVE':
    case 'DOWN':
    case 'N/A':
      return true
    case 'ERROR':
      throw resourceErrors.ResourceInError({ status, reason: 'Unknown' })
    default:
      throw resourceErrors.ResourceUnknownStatus({ status: String(status), result: 'Resource is not built' })
  }
}
