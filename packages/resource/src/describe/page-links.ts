import type { Page } from './list-query.ts'

interface Link {
  readonly rel: 'next' | 'previous'
  readonly href: string
}

/** Links to neighbouring pages; absent unless a limit was requested. */
export const pageLinks = (
  url: string,
  query: URLSearchParams,
  { limit, marker, backwards = false }: Page,
  ids: readonly string[],
): readonly Link[] | undefined => {
  if (limit === undefined) return undefined
  const to = (rel: Link['rel'], id: string): Link => {
    const target = new URLSearchParams(query)
    target.set('marker', id)
    if (rel === 'previous') target.set('page_reverse', 'True')
    else target.delete('page_reverse')
    return { rel, href: `${url}?${target}` }
  }
  const full = ids.length >= limit
  const [first, last] = [ids[0], ids.at(-1)]
  const links: Link[] = []
  if (last !== undefined && (backwards || full)) links.push(to('next', last))
  if (first !== undefined && (backwards ? full : marker !== undefined)) links.push(to('previous', first))
  return links.length > 0 ? links : undefined
}
