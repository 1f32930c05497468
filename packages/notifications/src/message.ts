import type { Context } from '@nimbo/kernel/context'
import type { Json } from '@nimbo/kernel/json'
import type { Priority } from './notification.ts'

/** A notification in the format of oslo.messaging, before its envelope. The caller's context is in the `_context_…` fields. */
export interface NotificationMessage {
  /** The same at each redelivery. */
  readonly message_id: string
  /** `compute.host-1`, or `nova-compute:host-1` for versioned notifications. */
  readonly publisher_id: string
  readonly event_type: string
  /** In upper case. */
  readonly priority: string
  /** In UTC: `2026-01-31 12:00:00.123000`. */
  readonly timestamp: string
  readonly payload: Json
  /** The id by which listeners of oslo.messaging recognise duplicates. */
  readonly _unique_id: string
  readonly [context: `_context_${string}`]: Json | undefined
}

/** The parts of a message besides its context. */
export interface MessageParts {
  readonly id: string
  readonly publisherId: string
  readonly eventType: string
  readonly priority: Priority
  readonly at: number
  readonly payload: unknown
}

/** An instant in Python's format. */
const instant = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '000')

/** The fields of oslo.context, but without the token: it would grant the caller's rights to every listener. */
const contextFields = (ctx: Context) => ({
  _context_request_id: ctx.requestId,
  _context_global_request_id: ctx.globalRequestId ?? null,
  _context_user_id: ctx.userId ?? null,
  _context_user: ctx.userId ?? null,
  _context_user_name: ctx.userName ?? null,
  _context_user_domain: ctx.userDomainId ?? null,
  _context_project_id: ctx.projectId ?? null,
  _context_tenant: ctx.projectId ?? null,
  _context_project_name: ctx.projectName ?? null,
  _context_project_domain: ctx.projectDomainId ?? null,
  _context_domain: ctx.domainId ?? null,
  _context_system_scope: ctx.systemScope ?? null,
  _context_roles: ctx.roles,
  _context_is_admin: ctx.roles.includes('admin'),
})

/** The text of a message as it is stored in the outbox. */
export const messageText = (
  ctx: Context,
  { id, publisherId, eventType, priority, at, payload }: MessageParts,
): string =>
  JSON.stringify({
    ...contextFields(ctx),
    message_id: id,
    publisher_id: publisherId,
    event_type: eventType,
    priority: priority.toUpperCase(),
    timestamp: instant(at),
    payload,
    _unique_id: id.replaceAll('-', ''),
  })
