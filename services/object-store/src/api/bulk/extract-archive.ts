import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { streamOf } from '@nimbo/http/message'
import { statusOfKind } from '@nimbo/operation/statuses'
import { isFault } from '@nimbo/kernel/errors'
import { extract } from 'tar-stream'
import type { SwiftApp } from '../../app/app.ts'
import { splitPath } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { createContainer } from '../container/create-container.ts'
import { uploadObject } from '../object/upload-object.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { statusLine } from '../refusal.ts'
import type { BulkOutcome } from './bulk-outcome.ts'
import { bulkReply } from './bulk-reply.ts'

/** Returns the tar stream of an archive, decompressed if necessary. */
const untar = (format: string, body: Readable) => {
  const tar = extract()
  // Errors of the source and decompressor surface where the entries are read.
  const ended = (): void => {}
  if (format === 'tar') pipeline(body, tar, ended)
  else if (format === 'tar.gz') pipeline(body, createGunzip(), tar, ended)
  else throw errors.Invalid({ reason: 'Unsupported archive format' })
  return tar
}

/**
 * `PUT …?extract-archive=tar.gz`: creates an object from each file of the archive. Its name begins with the path of the request;
 * if that names only the account, the first folder in the archive is the container.
 */
export const extractArchive = (app: SwiftApp): ObjectHandler => {
  const upload = uploadObject(app)
  const makeContainer = createContainer(app)
  return async (request) => {
    const tar = untar(request.query.get('extract-archive') ?? '', streamOf(request.body))
    const prefix = [request.account, request.container, request.object].filter((part) => part !== undefined)
    const { max_failed_extractions, max_containers_per_extraction } = app.config['filter:bulk']
    const made = new Set<string>()
    const failed: [string, string][] = []
    let created = 0
    const told = (): BulkOutcome => ({ counts: { 'Number Files Created': created }, errors: failed })
    const putEntry = async (asked: ObjectRequest): Promise<void> => {
      const { container = '' } = asked
      const isThere =
        made.has(container) || (await app.containers.find(asked.account, container)) !== undefined
      if (!isThere) {
        if (made.size >= max_containers_per_extraction)
          throw errors.Invalid({
            reason: `More than ${max_containers_per_extraction} containers to create from tar.`,
          })
        const { object: _, ...named } = asked
        await makeContainer({ ...named, method: 'PUT', headers: {}, body: undefined })
      }
      made.add(container)
      await upload(asked)
    }
    try {
      for await (const entry of tar) {
        const { name, type, size = 0 } = entry.header
        const path = [...prefix, name.replace(/^(\.?\/)+/, '')].join('/')
        const named = splitPath(path)
        if (type !== 'file' && type !== 'contiguous-file') {
          entry.resume()
          continue
        }
        try {
          if (named?.object === undefined) throw errors.Invalid({ reason: 'No container' })
          const headers = { 'content-length': String(size), ...typeOf(request) }
          await putEntry({
            ...request,
            ...named,
            method: 'PUT',
            query: new URLSearchParams(),
            headers,
            body: Readable.from(entry),
          })
          created += 1
        } catch (error) {
          if (!isFault(error)) throw error
          failed.push([`/${path}`, statusLine(statusOfKind[error.kind])])
          if (error.kind === 'unauthenticated' || failed.length >= max_failed_extractions)
            return bulkReply(request, {
              ...told(),
              givenUp: { status: statusLine(400), reason: 'Max failures exceeded' },
            })
          entry.resume()
        }
      }
    } catch (error) {
      if (isFault(error)) throw error
      const reason = `Invalid Tar File: ${error instanceof Error ? error.message : ''}`
      return bulkReply(request, { ...told(), givenUp: { status: statusLine(400), reason } })
    }
    if (created === 0 && failed.length === 0)
      return bulkReply(request, {
        ...told(),
        givenUp: { status: statusLine(400), reason: 'Invalid Tar File: No Valid Files' },
      })
    return bulkReply(request, told())
  }
}

const typeOf = ({ headers }: ObjectRequest): Readonly<Record<string, string>> => {
  const { 'x-delete-at': at, 'x-delete-after': after } = headers
  return {
    ...(at === undefined ? {} : { 'x-delete-at': at }),
    ...(after === undefined ? {} : { 'x-delete-after': after }),
  }
}
