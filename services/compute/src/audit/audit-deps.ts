import type { PlacementSurvey } from '@nimbo/clients/placement-survey'
import type { VolumeSurvey } from '@nimbo/clients/volume-survey'
import type { FlowId } from '@nimbo/kernel/ids'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flows/flow-deps.ts'

/** Clients that read all of a service, in compute's own name. */
export interface Surveys {
  readonly placement: PlacementSurvey
  readonly volume: VolumeSurvey
}

/** What an audit looks with and repairs with. */
export interface AuditDeps extends FlowDeps, HoldsParts, SpeaksToHosts {
  readonly surveys: Surveys
  /** Has a flow taken up; `cellId` is null for those of the API database. */
  readonly wakeFlow: (cellId: string | null, flowId: FlowId) => void
}
