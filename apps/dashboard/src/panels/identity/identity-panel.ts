import { identityApi } from '@nimbo/contracts/identity/api'
import { type Panel, panel } from '../../panel/panel.ts'

/** A panel of the identity service, which gives its lists whole. */
export const identityPanel = (declared: Omit<Panel, 'api' | 'filters'> & Pick<Panel, 'filters'>): Panel =>
  panel({ filters: [{ name: 'name', byPage: true }], ...declared, api: identityApi })
