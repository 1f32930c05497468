import type { Page } from './list-query.ts'

interface Link {
  readonly rel: 'next' | 'previous'
  readonly href: string
}

/**
 * Links to neighbouring pages; absent unless a limit was requested. Only an incomplete page is known to be the last one in
 * its direction: the first one links to a previous one, which is empty.
 */
export const pageLinks = (
  url: string,
  query: URLSearchParams,
  { limit, backwards = false }: Page,
  ids: readonly string[],
): readonly Link[] | undefined => {
  if (limit === undefined) return undefined
  const to = (rel: Link['rel'], id: string | undefined): Link => {
    const target = new URLSearchParams(query)
    if (id === undefined) target.delete('marker')
    else target.set('marker', id)
    if (rel === 'previous') target.set('page_reverse', 'True')
    else target.delete('page_reverse')
    return { rel, href: `${url}?${target}` }
  }
  const full = ids.length >= limit
  const links: Link[] = []
  if (backwards || full) links.push(to('next', ids.at(-1)))
  if (!backwards || full) links.push(to('previous', ids[0]))
  return links
}
