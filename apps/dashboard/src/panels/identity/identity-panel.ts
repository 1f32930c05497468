import { identityApi } from '@nimbo/contracts/identity/api'
import { type Panel, panel } from '../../panel/panel.ts'

/** A panel of the identity service, whose lists are not paged. */
export const identityPanel = (declared: Omit<Panel, 'api' | 'filters'> & Pick<Panel, 'filters'>): Panel =>
  panel({ filters: [{ name: 'name', byPage: true }], ...declared, api: identityApi })
