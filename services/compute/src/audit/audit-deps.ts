import type { PlacementSurvey } from '@nimbo/clients/placement-survey'
import type { VolumeSurvey } from '@nimbo/clients/volume-survey'
import type { FlowId } from '@nimbo/kernel/ids'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flows/flow-deps.ts'

/** Clients that can read everything in a service, with compute's own account. */
export interface Surveys {
  readonly placement: PlacementSurvey
  readonly volume: VolumeSurvey
}

/** What the audit depends on. */
export interface AuditDeps extends FlowDeps, HoldsParts, SpeaksToHosts {
  readonly surveys: Surveys
  /** Makes a worker resume a flow; `cellId` is null for flows in the API database. */
  readonly wakeFlow: (cellId: string | null, flowId: FlowId) => void
}
