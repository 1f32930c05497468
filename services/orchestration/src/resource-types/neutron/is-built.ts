import { resourceErrors } from '../../resource-type/errors.ts'
import type { Shown } from '../field-of.ts'

/** Whether an object of the network service that has a status is there. Throws when it has failed. */
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
