import type { Call } from '@nimbo/http/route'
import type { KeyApp } from '../app/key-app.ts'
import { baseOf } from '../app/references.ts'
import type { Page, Window } from '../db/secrets.ts'

interface PageQuery {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

const whole = (text: string | undefined): number | undefined => {
  const number = /^\s*[-+]?\d{1,15}\s*$/.test(text ?? '') ? Number(text) : undefined
  return number
}

/** The requested part of a list; invalid or out-of-range numbers are treated as in Barbican. */
export const windowOf = (app: KeyApp, { limit, offset }: PageQuery): Window => {
  const { max_limit_paging: most, default_limit_paging: usual } = app.config.DEFAULT
  const wanted = whole(limit)
  return {
    offset: Math.max(0, whole(offset) ?? 0),
    limit: wanted === undefined || wanted === 0 ? usual : Math.min(Math.max(1, wanted), most),
  }
}

/** Total count and links to neighbouring pages. */
export const aroundPage = (
  call: Pick<Call<KeyApp>, 'app' | 'base' | 'request'>,
  path: string,
  { offset, limit }: Window,
  { rows, total }: Page<unknown>,
): { readonly total: number; readonly next?: string; readonly previous?: string } => {
  if (rows.length === 0) return { total }
  const filters = new URLSearchParams(call.request.query)
  for (const name of ['limit', 'offset']) filters.delete(name)
  const more = filters.size > 0 ? `&${filters}` : ''
  const at = (place: number): string => `${baseOf(call)}/v1/${path}?limit=${limit}&offset=${place}${more}`
  return {
    total,
    ...(total > offset + limit ? { next: at(offset + limit) } : {}),
    ...(offset > 0 ? { previous: at(Math.max(0, offset - limit)) } : {}),
  }
}
