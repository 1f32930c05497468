import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { EventsContext } from './events-context.ts'
import { inTurn } from './in-turn.ts'

const kindOf = (text: string): string | undefined => {
  try {
    const told: unknown = JSON.parse(text)
    return told instanceof Object && 'kind' in told ? String(told.kind) : undefined
  } catch {
    return undefined
  }
}

/**
 * Listens to the server-sent events and invalidates the cached queries of the resource kind that changed. Clouds other than Nimbo
 * may not send notifications, so there the page polls as well.
 */
export const Events = ({ children }: { readonly children: ReactNode }) => {
  const queries = useQueryClient()
  const { nimbo } = useSession()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const source = new EventSource('/dashboard/api/events')
    const read = inTurn((kind) => queries.invalidateQueries({ queryKey: [kind] }))
    source.onopen = () => {
      setOpen(true)
      // Events from before the connection were missed. What is being read now is not read twice.
      const missed = { predicate: ({ queryKey: [first] }: Query) => first !== 'panel' && first !== 'session' }
      void queries.invalidateQueries(missed, { cancelRefetch: false })
    }
    source.onerror = () => setOpen(false)
    source.onmessage = ({ data }) => {
      const kind = kindOf(String(data))
      if (kind !== undefined) void read(kind)
    }
    return () => source.close()
  }, [queries])
  return <EventsContext value={open && nimbo}>{children}</EventsContext>
}
