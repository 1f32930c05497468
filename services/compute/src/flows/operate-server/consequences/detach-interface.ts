import { claimAnew } from '../../../resources/claim-for-port.ts'
import { portsRecorded } from '../../recorded-ports.ts'
import type { Consequences } from './consequences.ts'

export const detachInterface: Consequences<'detach-interface'> = {
  afterwards: (ctx, { record }, deps) => claimAnew(deps, ctx, portsRecorded(record, deps.clock)),
}
