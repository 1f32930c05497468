import type { Api } from '@nimbo/operation/client/api'
import { type Panel, panel } from '../../panel/panel.ts'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

/** The paths of its operations begin with the version and the project. */
export const orchestrationApi: Api = { type: 'orchestration', prefix: '' }

const inProject = ({ project }: Session): Within => ({ path: { tenant_id: project?.id ?? '' } })

/** A panel of the orchestration service, in the project of whoever looks. */
export const orchestrationPanel = (declared: Omit<Panel, 'api' | 'within'>): Panel =>
  panel({ ...declared, api: orchestrationApi, within: inProject })
