import type { HttpRequest } from '@nimbo/http/message'
import { nextLink } from '../../app/links.ts'
import { pagingOf } from '../../app/paging.ts'
import { errors } from '../../errors.ts'

interface Asked {
  readonly limit?: string
  readonly offset?: string
  /** The reference of the last item of the previous page, as JSON or a Python dictionary, or just the name. */
  readonly marker?: string
  readonly sort?: string
  readonly sort_key?: string
  readonly sort_dir?: string
}

interface Listed {
  readonly reference: Readonly<Record<string, string>>
  readonly size: number
}

const nameOf = ({ reference }: Listed): string => reference['source-name'] ?? ''

const nameInMarker = (marker: string): string =>
  /["']source-name["']\s*:\s*u?["']([^"']*)["']/.exec(marker)?.[1] ?? marker

const sortOf = ({ sort, sort_key, sort_dir }: Asked) => {
  const [key = 'reference', direction = 'desc'] = sort
    ? (sort.split(',')[0] ?? '').split(':')
    : [sort_key, sort_dir]
  if (key !== 'reference' && key !== 'size')
    throw errors.InvalidInput({ reason: `sort_keys contains unsupported key: ${key}` })
  if (direction !== 'asc' && direction !== 'desc')
    throw errors.InvalidInput({ reason: `Invalid sort direction provided: ${direction}` })
  return { key, sign: direction === 'asc' ? 1 : -1 }
}

const byName = (a: Listed, b: Listed): number => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)

/** A page of what a back end listed; sorts it, since back ends list in no order. */
export const pageOfExisting = <Item extends Listed>(
  items: readonly Item[],
  asked: Asked,
  { request, mostItems }: { readonly request: HttpRequest; readonly mostItems: number },
) => {
  const { limit, offset, marker } = pagingOf(asked, mostItems)
  const { key, sign } = sortOf(asked)
  const sorted = items.toSorted(
    (a, b) => sign * (key === 'size' && a.size !== b.size ? a.size - b.size : byName(a, b)),
  )
  const seen = marker === undefined ? undefined : nameInMarker(marker)
  const after = seen === undefined ? 0 : sorted.findIndex((each) => nameOf(each) === seen) + 1
  if (seen !== undefined && after === 0) throw errors.InvalidInput({ reason: `marker not found: ${marker}` })
  const page = sorted.slice(after + offset, after + offset + limit)
  const named = page.map((each) => ({ id: JSON.stringify(each.reference) }))
  return { page, links: nextLink(request, named, limit) }
}
