import { createHmac, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { HttpResponse } from '@nimbo/http/message'
import { streamOf } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { isFault } from '@nimbo/kernel/errors'
import { statusOfKind } from '@nimbo/operation/statuses'
import { signedAccess } from '../../app/access/signed-access.ts'
import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Middleware, ObjectHandler, ObjectRequest } from '../object-request.ts'
import { refusal, statusLine } from '../refusal.ts'
import { signedPaths } from './signed-paths.ts'
import { keysOf } from './signing-keys.ts'

/** Limits of the fields that are not files: their size in bytes and their number. */
const limits = { fieldSize: 8192, fields: 100, fieldNameSize: 256 }

/** The form fields that come before the files. */
type Fields = ReadonlyMap<string, string>

const isForm = ({ method, container, headers }: ObjectRequest): boolean =>
  method === 'POST' &&
  container !== undefined &&
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')

/** A limit from a signed field. Throws when it is not a number, which would limit nothing. */
const limitIn = (fields: Fields, name: string, usual: string): number => {
  const text = fields.get(name) ?? usual
  if (!/^\d+$/.test(text)) throw errors.Invalid({ reason: `FormPost: ${name} not an integer` })
  return Number(text)
}

/**
 * The access rights for the uploads, from the key that signed the form. Throws when the form has expired or its signature is
 * invalid.
 */
const accessOf = async (app: SwiftApp, request: ObjectRequest, fields: Fields) => {
  const { account, container = '' } = request
  const value = (name: string): string => fields.get(name) ?? ''
  const expires = Number(value('expires'))
  if (!Number.isFinite(expires) || expires * 1000 <= app.clock.now()) throw errors.FormExpired()
  const rest = ['redirect', 'max_file_size', 'max_file_count', 'expires'].map(value)
  // The signature covers the path of the request as it is, including a slash after the container.
  const paths = signedPaths(request, decodeURIComponent(request.http.path))
  const texts = paths.map((path) => [path, ...rest].join('\n'))
  const signature = Buffer.from(value('signature'), 'hex')
  const digest = { 20: 'sha1', 32: 'sha256', 64: 'sha512' }[signature.length]
  if (digest === undefined || !app.config['filter:tempurl'].allowed_digests.includes(digest))
    throw errors.FormUnsigned()
  const key = (await keysOf(app, request)).find(({ secret }) =>
    texts.some((text) => timingSafeEqual(createHmac(digest, secret).update(text).digest(), signature)),
  )
  if (!key) throw errors.FormUnsigned()
  return signedAccess(key.isOfContainer ? { account, container } : { account })
}

const headersOf = (fields: Fields, type: string): Readonly<Record<string, string>> => {
  const named = { 'x-delete-at': fields.get('x_delete_at'), 'x-delete-after': fields.get('x_delete_after') }
  const given = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return {
    ...Object.fromEntries(given),
    'content-type': fields.get('content-type') ?? type,
    'transfer-encoding': 'chunked',
  }
}

async function* bounded(file: Readable, most: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  // A rejected file must not be destroyed: the rest of it is skipped, so that the form can be read to its end.
  const chunks: AsyncIterable<Uint8Array> = file.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    seen += chunk.length
    if (seen > most) throw errors.TooLarge({ reason: 'max_file_size exceeded' })
    yield chunk
  }
}

/** Stores the files of a form one after the other as they arrive. */
const putFiles = async (
  app: SwiftApp,
  request: ObjectRequest,
  fields: Map<string, string>,
  put: ObjectHandler,
): Promise<void> => {
  const form = new Busboy({ headers: { 'content-type': request.headers['content-type'] ?? '' }, limits })
  let files = 0
  let putting = Promise.resolve()
  const putFile = async (name: string, file: Readable, type: string): Promise<void> => {
    files += 1
    if (files > limitIn(fields, 'max_file_count', '1'))
      throw errors.Invalid({ reason: 'max_file_count exceeded' })
    const access = await accessOf(app, request, fields)
    const mostBytes = limitIn(fields, 'max_file_size', '0')
    await put({
      ...request,
      ...{ method: 'PUT', object: (request.object ?? '') + name, access, query: new URLSearchParams() },
      headers: headersOf(fields, type),
      body: Readable.from(bounded(file, mostBytes), { objectMode: false }),
    })
  }
  form.on('field', (name, value) => void fields.set(name.toLowerCase(), value))
  form.on('file', (_, file, name, __, type) => {
    putting = putting.then(() => (name === '' ? undefined : putFile(name, file, type)))
    // The rest of the file is skipped, so that the form can be read to its end.
    putting = putting.finally(() => file.resume())
    putting.catch(() => {})
  })
  await pipeline(streamOf(request.body), form)
  await putting
  if (files === 0) throw errors.Invalid({ reason: 'No files in form' })
}

const answer = (fields: Fields, status: number, message: string): HttpResponse => {
  const redirect = fields.get('redirect') ?? ''
  if (redirect === '')
    return status === 201
      ? bytes(201, statusLine(201), { 'content-type': 'text/plain; charset=utf-8' })
      : refusal(status, message)
  const mark = redirect.includes('?') ? '&' : '?'
  const location = `${redirect}${mark}status=${status}&message=${encodeURIComponent(message)}`
  return bytes(303, '', { location, 'content-type': 'text/plain; charset=utf-8' })
}

/** Stores files from an HTML form. Its fields are signed with a key of the account or container. */
export const formPost =
  (app: SwiftApp): Middleware =>
  (next) =>
  async (request) => {
    if (!isForm(request)) return next(request)
    const fields = new Map<string, string>()
    try {
      await putFiles(app, request, fields, next)
      return answer(fields, 201, '')
    } catch (error) {
      // Without a valid signature the page to redirect to is not the one that the owner signed.
      if (!isFault(error) || error.kind === 'unauthenticated') throw error
      return answer(fields, statusOfKind[error.kind], error.message)
    }
  }
