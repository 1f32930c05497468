import type { Page } from './list-query.ts'

interface Link {
  readonly rel: 'next' | 'previous'
  readonly href: string
}

/**
 * Links to neighbouring pages; absent unless a limit was requested. An incomplete page is the last one in its direction and has
 * no link onwards. Every page has a link back, even the first one, whose link leads to an empty page.
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
