import { message } from '@nimbo/contracts/volume/messages'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import { type FailedAction, failedActions, type Reason, reasons } from '../domain/failures.ts'
import type { Db } from './db.ts'

export const messages = repository<typeof message, Db>(message, { visibleTo: ownedBy(message) })

export interface Failure {
  readonly action: FailedAction
  readonly reason: Reason
  readonly projectId: string
  readonly resourceType: 'VOLUME' | 'VOLUME_SNAPSHOT' | 'VOLUME_BACKUP'
  readonly resourceId: string
}

/** Creates a user message about a failure. */
export const addFailureMessage = async (
  db: Db,
  { clock, keptSeconds }: { readonly clock: Clock; readonly keptSeconds: number },
  { requestId }: Pick<Context, 'requestId'>,
  { action, reason, projectId, resourceType, resourceId }: Failure,
): Promise<void> => {
  const now = clock.now()
  const [what, why] = [failedActions[action], reasons[reason]]
  const created_at = new Date(now).toISOString()
  await messages.insert(db, {
    id: newId(),
    project_id: projectId,
    event_id: `VOLUME_${resourceType}_${what.id}_${why.id}`,
    user_message: `${what.text}:${why.text}`,
    message_level: 'ERROR',
    resource_type: resourceType,
    resource_uuid: resourceId,
    request_id: requestId,
    guaranteed_until: new Date(now + keptSeconds * 1000).toISOString(),
    created_at,
    updated_at: created_at,
  })
}

/** Removes expired user messages. */
export const removeOldMessages = (db: Db, now: string): Promise<unknown> =>
  db.deleteFrom('messages').where('guaranteed_until', '<', now).execute()
