import type { Metadata } from './metadata.ts'

/** The validators of an object, which conditional requests are compared with. */
export interface Validators {
  readonly etag: string
  /** In seconds since 1970. */
  readonly modified: number
}

const tagsOf = (header: string): readonly string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))

const secondsOf = (header: string | undefined): number | undefined => {
  const ms = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

const names = (header: string, { etag }: Validators): boolean =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)

/** Evaluates the conditional headers of a download (RFC 9110): 304, 412, or undefined to proceed. */
export const judgeConditions = (headers: Metadata, validators: Validators): 304 | 412 | undefined => {
  const modified = Math.ceil(validators.modified)
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined && !names(ifMatch, validators)) return 412
  const unmodifiedSince = secondsOf(headers['if-unmodified-since'])
  if (ifMatch === undefined && unmodifiedSince !== undefined && modified > unmodifiedSince) return 412
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, validators) ? 304 : undefined
  const modifiedSince = secondsOf(headers['if-modified-since'])
  return modifiedSince !== undefined && modified <= modifiedSince ? 304 : undefined
}
