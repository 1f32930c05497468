import { bootFlow, type FlowLine, type LineSpan } from '@nimbo/contracts/compute/boot-flow'
import type { Span } from '@nimbo/trace/span'

/** A line of the boot flow as it happened. */
export interface SeenLine {
  readonly line: FlowLine
  readonly span: Span
}

/** Indexes a trace so that it can be walked from child to parent. */
const treeOf = (spans: readonly Span[]) => {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const ancestors = (span: Span): Span[] => {
    const parent = span.parentId === undefined ? undefined : byId.get(span.parentId)
    return parent ? [parent, ...ancestors(parent)] : []
  }
  return { ancestors }
}

/** Removes spans of other servers of the same request, and their children. */
const ofServer = (spans: readonly Span[], serverId: string): readonly Span[] => {
  const { ancestors } = treeOf(spans)
  const others = new Set(
    spans
      .filter(({ name, attributes }) => name === 'record-request' && attributes.resource !== serverId)
      .map(({ attributes }) => attributes.resource),
  )
  return spans.filter((span) =>
    [span, ...ancestors(span)].every(({ attributes }) => !others.has(attributes.resource ?? '')),
  )
}

/** The spans of each line, in order of start. `tokenSpans` is the trace in which the token was issued. */
export const linesSeen = (
  serverId: string,
  spans: readonly Span[],
  tokenSpans: readonly Span[],
): readonly SeenLine[] => {
  const ofRequest = ofServer(spans, serverId)
  const { ancestors } = treeOf([...tokenSpans, ...ofRequest])
  const foundAt = new Map<number, readonly Span[]>()

  const isMatch = (own: readonly Span[], span: Span, { name, within, around }: LineSpan): boolean => {
    if (span.name !== name) return false
    if (within !== undefined) {
      const outer = foundAt.get(within) ?? []
      if (!ancestors(span).some((above) => outer.includes(above))) return false
    }
    if (around === undefined) return true
    // The closest enclosing request, not one of a calling service.
    return own.some(
      (inner) => inner.name === around && ancestors(inner).find((above) => above.name === name) === span,
    )
  }

  const seen: SeenLine[] = []
  for (const line of bootFlow as readonly FlowLine[]) {
    // Services request their own tokens meanwhile; only the token of the user counts.
    const own = line.span.trace === 'token' ? tokenSpans : ofRequest
    const matches = own.filter((span) => isMatch(own, span, line.span))
    const outer = foundAt.get(line.span.within ?? 0) ?? []
    const kept = line.span.firstOnly
      ? outer.flatMap((above) => matches.find((span) => ancestors(span).includes(above)) ?? [])
      : matches
    foundAt.set(line.line, kept)
    seen.push(...kept.map((span) => ({ line, span })))
  }
  return seen.sort(
    (one, other) => one.span.startedAt - other.span.startedAt || one.line.line - other.line.line,
  )
}
