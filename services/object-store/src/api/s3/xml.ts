import { boundedBody } from '@nimbo/http/bounded-body'
import { textOf } from '@nimbo/http/message'
import type { HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { s3Errors } from '../../s3-errors.ts'
import type { S3Request } from './s3-request.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The maximum size in bytes of a document in a request. */
const mostBytes = 2_097_152

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: false })

/** Elements that may be repeated. */
const lists = new Set([
  'Object',
  'Part',
  'Tag',
  'Grant',
  'CORSRule',
  'Rule',
  'AllowedOrigin',
  'AllowedMethod',
  'AllowedHeader',
  'ExposeHeader',
])

/** Clients also send characters as numeric references: `&#34;`. */
const parser = new XMLParser({
  htmlEntities: true,
  ...{ ignoreAttributes: true, parseTagValue: false, removeNSPrefix: true, trimValues: false },
  isArray: (name) => lists.has(name),
})

/** An XML document with a root element and its content. */
export const document = (root: string, content: object, xmlns: string = namespace): string =>
  declaration + builder.build({ [root]: xmlns === '' ? content : { '@xmlns': xmlns, ...content } })

/** A response with an XML document. */
export const xmlReply = (
  root: string,
  content: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => bytes(200, document(root, content), { 'content-type': 'application/xml', ...headers })

/** The parser returns the white space between elements as text, which is removed here. */
const withoutBlanks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutBlanks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === '#text' ? [] : [[name, withoutBlanks(inner)]],
    ),
  )
}

/**
 * Reads the document of a request and returns the content of its root element; undefined for an empty body. Throws when it is not
 * well-formed or does not match the schema.
 */
export const readDocument = async <Schema extends TSchema>(
  { body, headers }: S3Request,
  root: string,
  schema: Schema,
): Promise<Static<Schema> | undefined> => {
  const { 'content-length': _, ...others } = headers
  const text = await textOf(boundedBody({ body, headers: others }, mostBytes))
  if (text.trim() === '') return undefined
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw s3Errors.MalformedXML()
  const parsed: unknown = withoutBlanks(parser.parse(text))
  const content = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  const inner: unknown = content.find(([name]) => name === root)?.[1]
  const found = inner === '' || (typeof inner === 'string' && inner.trim() === '') ? {} : inner
  if (!Value.Check(schema, found)) throw s3Errors.MalformedXML()
  return found
}

/** As {@link readDocument}, but throws for an empty body. */
export const requireDocument = async <Schema extends TSchema>(
  request: S3Request,
  root: string,
  schema: Schema,
): Promise<Static<Schema>> => {
  const found = await readDocument(request, root, schema)
  if (found === undefined) throw s3Errors.MalformedXML()
  return found
}
