import type { Context } from '@nimbo/kernel/context'
import type { Json } from '@nimbo/kernel/json'
import type { Priority } from './notification.ts'

/** A notification as oslo.messaging has it, before its envelope. What was known of the caller stands in `_context_…`. */
export interface NotificationMessage {
  /** The same however often it is sent. */
  readonly message_id: string
  /** `compute.host-1`, or `nova-compute:host-1` of a versioned one. */
  readonly publisher_id: string
  readonly event_type: string
  /** In capitals. */
  readonly priority: string
  /** In UTC: `2026-01-31 12:00:00.123000`. */
  readonly timestamp: string
  readonly payload: Json
  /** By which listeners of oslo.messaging know one they have had. */
  readonly _unique_id: string
  readonly [context: `_context_${string}`]: Json | undefined
}

/** What a message is made of besides its context. */
export interface MessageParts {
  readonly id: string
  readonly publisherId: string
  readonly eventType: string
  readonly priority: Priority
  readonly at: number
  readonly payload: unknown
}

/** As Python writes an instant. */
const instant = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '000')

/** What oslo.context tells of a request, but for the token: who has that has the caller's rights. */
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

/** The text of a message, as it is kept until it is sent. */
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
