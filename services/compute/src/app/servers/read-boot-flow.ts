import type { SpanReader } from '@nimbo/trace/span-table'
import { linesSeen, type SeenLine } from '../../domain/boot-trace.ts'

export interface BootFlowSeen {
  readonly traceId: string | null
  readonly lines: readonly SeenLine[]
}

/** The boot flow of a server, from the spans of its creation; the span of the token is found by its audit id. */
export const readBootFlow =
  ({ traces }: { readonly traces: SpanReader }) =>
  async (serverId: string): Promise<BootFlowSeen> => {
    const [recorded] = await traces.about(serverId, 'record-request')
    if (!recorded) return { traceId: null, lines: [] }
    const auditId = recorded.attributes.audit_id
    const issued = typeof auditId === 'string' ? await traces.about(auditId, 'issue-token') : []
    const token = issued[0]
    const spans = await traces.trace(recorded.traceId)
    const tokenSpans = token && token.traceId !== recorded.traceId ? await traces.trace(token.traceId) : []
    return { traceId: recorded.traceId, lines: linesSeen(serverId, spans, tokenSpans) }
  }
