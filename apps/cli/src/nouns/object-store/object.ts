import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { listObjects } from '@nimbo/contracts/object-store/containers'
import {
  changeObject,
  deleteObject,
  getObject,
  putObject,
  showObject,
} from '@nimbo/contracts/object-store/objects'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { inObjectStore } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { list as listOption, properties, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { recordCell } from '../../output/cells.ts'
import { everyField, listOf, nothing } from '../../output/result.ts'
import { accountOf } from './account.ts'
import { listed, listingOptions, nameOf } from './listing.ts'
import { headersOf, propertiesIn, said } from './metadata.ts'
import { type ObjectPath, saveObject } from './save-object.ts'

/** Uploads a file; resolves to the object's ETag. */
const upload = async (session: Session, path: ObjectPath, file: string): Promise<string | undefined> => {
  const size = await stat(file).then(
    (found) => found.size,
    (error: unknown) => {
      throw new CliError(`Can't open '${file}': ${error instanceof Error ? error.message : error}`)
    },
  )
  const { headers } = await session.api['object-store'].answer(putObject, {
    path,
    headers: { 'content-length': String(size) },
    body: createReadStream(file),
  })
  return headers.etag
}

const create = command({
  words: 'object create',
  summary: 'Upload object to container',
  calls: [inObjectStore(putObject)],
  output: 'list',
  positionals: {
    container: one('<container>', 'Container for new object'),
    files: many('<filename>', 'Local filename(s) to upload'),
  },
  options: {
    name: text('<name>', 'Upload a file and rename it. Can only be used when uploading a single object'),
  },
  run: async (session, { container, files, name }) => {
    if (name !== undefined && files.length > 1)
      throw new UsageError('Attempting to upload multiple objects and using --name is not permitted')
    const account = await accountOf(session)
    const rows = []
    for (const file of files) {
      const object = name ?? file
      rows.push({ object, container, etag: await upload(session, { account, container, object }, file) })
    }
    return listOf({ object: 'object', container: 'container', etag: 'etag' }, rows)
  },
})

const remove = command({
  words: 'object delete',
  summary: 'Delete object from container',
  calls: [inObjectStore(deleteObject)],
  output: 'none',
  positionals: {
    container: one('<container>', 'Delete object(s) from <container>'),
    objects: many('<object>', 'Object(s) to delete'),
  },
  run: async (session, { container, objects }) => {
    const account = await accountOf(session)
    await forAll(objects, 'Object', 'delete', (object) =>
      session.api['object-store'].open(deleteObject, { path: { account, container, object } }),
    )
    return nothing
  },
})

const list = command({
  words: 'object list',
  summary: 'List objects',
  calls: [inObjectStore(listObjects)],
  output: 'list',
  positionals: { container: one('<container>', 'Container to list') },
  options: {
    ...listingOptions('objects'),
    delimiter: text('<delimiter>', 'Show names up to this delimiter after the prefix once, like folders'),
  },
  run: async (session, { container, delimiter, long, ...asked }) => {
    const path = { account: await accountOf(session), container }
    const rows = await listed(asked, (query) =>
      session.api['object-store'].open(listObjects, { path, query: { ...query, delimiter } }),
    )
    const more = {
      ...{ Bytes: 'bytes', Hash: 'hash', 'Content Type': 'content_type' },
      'Last Modified': 'last_modified',
    }
    return listOf({ Name: nameOf, ...(long ? more : {}) }, rows)
  },
})

const object = {
  container: one('<container>', 'Container of the object'),
  object: one('<object>', 'Name of the object'),
}

const save = command({
  words: 'object save',
  summary: 'Save object locally',
  calls: [inObjectStore(getObject)],
  output: 'none',
  positionals: object,
  options: {
    file: text(
      '<filename>',
      "Destination filename (defaults to object name); using '-' as the filename will print the file to stdout",
    ),
  },
  run: async (session, { file, ...place }) => {
    const account = await accountOf(session)
    await saveObject(session, { account, ...place }, file ?? place.object)
    return nothing
  },
})

const figures = {
  'content-type': 'content-type',
  'content-length': 'content-length',
  'last-modified': 'last-modified',
  etag: 'etag',
  'x-object-manifest': 'x-object-manifest',
}

const show = command({
  words: 'object show',
  summary: 'Display object details',
  calls: [inObjectStore(showObject)],
  output: 'one',
  positionals: object,
  run: async (session, place) => {
    const account = await accountOf(session)
    const { headers } = await session.api['object-store'].answer(showObject, { path: { account, ...place } })
    const own = propertiesIn('Object', headers)
    const shown = Object.keys(own).length === 0 ? {} : { properties: recordCell(own) }
    return everyField({ account, ...place, ...said(figures, headers), ...shown })
  },
})

/** Headers that a POST removes unless they are sent again. */
const kept = ['content-encoding', 'content-disposition', 'x-delete-at', 'x-object-manifest']

/** Writes an object's metadata: a POST replaces all of it, so everything to be kept is sent again. */
const change = async (
  session: Session,
  place: Omit<ObjectPath, 'account'>,
  changed: (properties: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Promise<void> => {
  const path = { account: await accountOf(session), ...place }
  const { 'object-store': store } = session.api
  const { headers } = await store.answer(showObject, { path })
  const again = said(Object.fromEntries(kept.map((name) => [name, name])), headers)
  const texts = Object.fromEntries(Object.entries(again).map(([name, value]) => [name, String(value)]))
  const own = headersOf('Object', changed(propertiesIn('Object', headers)))
  await store.open(changeObject, { path, headers: { ...texts, ...own } })
}

const set = command({
  words: 'object set',
  summary: 'Set object properties',
  calls: [inObjectStore(changeObject)],
  output: 'none',
  positionals: object,
  options: {
    property: properties('Set a property on this object (repeat option to set multiple properties)'),
  },
  run: async (session, { property = {}, ...place }) => {
    const lowered = Object.entries(property).map(([key, value]) => [key.toLowerCase(), value])
    await change(session, place, (before) => ({ ...before, ...Object.fromEntries(lowered) }))
    return nothing
  },
})

const unset = command({
  words: 'object unset',
  summary: 'Unset object properties',
  calls: [inObjectStore(changeObject)],
  output: 'none',
  positionals: object,
  options: {
    property: listOption(
      '<key>',
      'Property to remove from object (repeat option to remove multiple properties)',
    ),
  },
  run: async (session, { property, ...place }) => {
    const gone = new Set(property.map((key) => key.toLowerCase()))
    await change(session, place, (before) =>
      Object.fromEntries(Object.entries(before).filter(([key]) => !gone.has(key))),
    )
    return nothing
  },
})

export const objectCommands = [create, remove, list, save, set, show, unset]
