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

/** Which part of a list is asked for; what is no number, or out of bounds, counts as Barbican has it. */
export const windowOf = (app: KeyApp, { limit, offset }: PageQuery): Window => {
  const { max_limit_paging: most, default_limit_paging: usual } = app.config.DEFAULT
  const wanted = whole(limit)
  return {
    offset: Math.max(0, whole(offset) ?? 0),
    limit: wanted === undefined || wanted === 0 ? usual : Math.min(Math.max(1, wanted), most),
  }
}

/** What stands beside the entries of a page: how many there are in all, and where the neighbouring pages are. */
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
