import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { type Panel, panel } from '../../panel/panel.ts'
import type { Within } from '../../panel/within.ts'
import type { Session } from '../../session/session.ts'

const inProject = ({ project }: Session): Within => ({ path: { tenant_id: project?.id ?? '' } })

/** A panel of the orchestration service, in the session's project. */
export const orchestrationPanel = (declared: Omit<Panel, 'api' | 'within'>): Panel =>
  panel({ ...declared, api: orchestrationApi, within: inProject })
