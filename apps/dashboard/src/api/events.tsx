import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { EventsContext } from './events-context.ts'
import { inTurn } from './in-turn.ts'
import { useShown } from './use-shown.ts'

const kindOf = (text: string): string | undefined => {
  try {
    const told: unknown = JSON.parse(text)
    return told instanceof Object && 'kind' in told ? String(told.kind) : undefined
  } catch {
    return undefined
  }
}

/** How long the next events of a kind wait for a slow reply, such as the log of a server whose host does not answer. */
const slowMs = 5_000
/** Pause before another attempt after a refusal, after which browsers do not reconnect by themselves. */
const refusedMs = 10_000

/**
 * Listens to the server-sent events and invalidates the cached queries of the resource kind that changed. Clouds other than Nimbo
 * may not send notifications, so there the page polls as well. Pages in the background do not listen: browsers allow six
 * connections to a host, and the streams of six pages would leave none for requests.
 */
export const Events = ({ children }: { readonly children: ReactNode }) => {
  const queries = useQueryClient()
  const { nimbo } = useSession()
  const shown = useShown()
  const [open, setOpen] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const hasListened = useRef(false)
  useEffect(() => {
    if (!shown) return undefined
    const source = new EventSource('/dashboard/api/events')
    let later: ReturnType<typeof setTimeout> | undefined
    const read = inTurn((kind) => queries.invalidateQueries({ queryKey: [kind] }), slowMs)
    source.onopen = () => {
      setOpen(true)
      // The stream ends when another page switches the session to another project, so the session is read again, too.
      const kept = hasListened.current ? ['panel'] : ['panel', 'session']
      hasListened.current = true
      // Events from before the connection were missed. What is being read now is not read twice.
      const missed = { predicate: ({ queryKey: [first] }: Query) => !kept.includes(String(first)) }
      void queries.invalidateQueries(missed, { cancelRefetch: false })
    }
    source.onerror = () => {
      setOpen(false)
      if (source.readyState === EventSource.CLOSED)
        later = setTimeout(() => setRefusals(refusals + 1), refusedMs)
    }
    source.onmessage = ({ data }) => {
      const kind = kindOf(String(data))
      if (kind !== undefined) void read(kind)
    }
    return () => {
      clearTimeout(later)
      source.close()
      setOpen(false)
    }
  }, [queries, shown, refusals])
  return <EventsContext value={open && nimbo}>{children}</EventsContext>
}
