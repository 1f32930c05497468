import { bytes } from '@nimbo/http/reply'
import type { Headers, HttpResponse } from '@nimbo/http/message'
import { XMLBuilder } from 'fast-xml-parser'
import { errors } from '../errors.ts'

type ListingFormat = 'plain' | 'json' | 'xml'

const types: Readonly<Record<ListingFormat, string>> = {
  plain: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

const formatOfType: Readonly<Record<string, ListingFormat>> = {
  'text/plain': 'plain',
  'text/*': 'plain',
  '*/*': 'plain',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
}

/** The supported format that `Accept` prefers. */
const accepted = (accept: string): ListingFormat | undefined => {
  const wishes = accept.split(',').map((wish) => {
    const [type = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return { format: formatOfType[type], quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const [best] = wishes
    .filter(({ format, quality }) => format !== undefined && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return best?.format
}

/** The format of a listing: that of the query `format`, else the one that `Accept` prefers, else plain text. */
export const readListingFormat = (query: URLSearchParams, headers: Headers): ListingFormat => {
  const asked = query.get('format')?.toLowerCase()
  if (asked === 'json' || asked === 'xml') return asked
  if (asked !== undefined || headers.accept === undefined) return 'plain'
  const format = accepted(headers.accept)
  if (format === undefined) throw errors.NotAcceptable()
  return format
}

/** An entry of a listing: an item with its fields, or a subdirectory (a common prefix). */
export type Entry =
  | { readonly name: string; readonly fields: Readonly<Record<string, string | number | boolean>> }
  | { readonly subdir: string }

export interface Listing {
  /** The outermost XML element, and the value of its `name` attribute. */
  readonly of: 'account' | 'container'
  readonly name: string
  readonly item: 'container' | 'object'
  readonly entries: readonly Entry[]
}

const xml = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  format: false,
})

const asXml = ({ of, name, item, entries }: Listing): string => {
  const children = entries
    .map((entry) =>
      'subdir' in entry
        ? xml.build({ subdir: { '@name': entry.subdir, name: entry.subdir } })
        : xml.build({ [item]: { name: entry.name, ...entry.fields } }),
    )
    .join('')
  const opening = xml.build({ [of]: { '@name': name } }).replace(/\/>$|><\/\w+>$/, '>')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}${children}</${of}>`
}

const textOf = (format: ListingFormat, listing: Listing): string => {
  switch (format) {
    case 'plain':
      return listing.entries.map((entry) => `${'subdir' in entry ? entry.subdir : entry.name}\n`).join('')
    case 'json':
      return JSON.stringify(
        listing.entries.map((entry) => ('subdir' in entry ? entry : { name: entry.name, ...entry.fields })),
      )
    case 'xml':
      return asXml(listing)
  }
}

/** The listing as a response in the format; a plain listing without entries has no content (204). */
export const listingReply = (format: ListingFormat, listing: Listing, headers: Headers): HttpResponse => {
  const text = textOf(format, listing)
  const status = format === 'plain' && text === '' ? 204 : 200
  return bytes(status, text, { ...headers, 'content-type': types[format] })
}
