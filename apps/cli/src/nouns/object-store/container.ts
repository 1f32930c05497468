import { isAbsolute, normalize } from 'node:path'
import {
  changeContainer,
  createContainer,
  deleteContainer,
  listObjects,
  showContainer,
} from '@nimbo/contracts/object-store/containers'
import { listContainers } from '@nimbo/contracts/object-store/accounts'
import { deleteObject } from '@nimbo/contracts/object-store/objects'
import { CliError } from '../../cloud/cli-error.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { inObjectStore } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { also, flag, list as listOption, properties, text } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { everyField, listOf, nothing } from '../../output/result.ts'
import { accountOf } from './account.ts'
import { everyPage, listed, listingOptions, nameOf } from './listing.ts'
import { headersOf, propertiesIn, removing, said } from './metadata.ts'
import { saveObject } from './save-object.ts'

const publicly = '.r:*,.rlistings'

/** The names of all objects in a container. */
export const namesIn = async (
  session: Session,
  account: string,
  container: string,
): Promise<readonly string[]> => {
  const rows = await listed(everyPage, (query) =>
    session.api['object-store'].open(listObjects, { path: { account, container }, query }),
  )
  return rows.map(nameOf)
}

const create = command({
  words: 'container create',
  summary: 'Create new container',
  calls: [inObjectStore(createContainer)],
  output: 'list',
  positionals: { containers: many('<container-name>', 'New container name(s)') },
  options: {
    public: flag('Let everyone read the container and list its objects'),
    storagePolicy: text('<policy>', 'Storage policy of the new container'),
  },
  run: async (session, { containers, public: open, storagePolicy }) => {
    const account = await accountOf(session)
    const headers = {
      ...(open ? { 'X-Container-Read': publicly } : {}),
      ...(storagePolicy === undefined ? {} : { 'X-Storage-Policy': storagePolicy }),
    }
    const rows = []
    for (const container of containers) {
      const made = await session.api['object-store'].answer(createContainer, {
        path: { account, container },
        headers,
      })
      rows.push({ account, container, 'x-trans-id': made.headers['x-trans-id'] })
    }
    return listOf({ account: 'account', container: 'container', 'x-trans-id': 'x-trans-id' }, rows)
  },
})

const remove = command({
  words: 'container delete',
  summary: 'Delete container',
  calls: [inObjectStore(deleteContainer)],
  output: 'none',
  positionals: { containers: many('<container>', 'Container(s) to delete') },
  options: { recursive: also(flag('Recursively delete objects and container'), '-r') },
  run: async (session, { containers, recursive }) => {
    const account = await accountOf(session)
    const { 'object-store': store } = session.api
    await forAll(containers, 'Container', 'delete', async (container) => {
      const names = recursive ? await namesIn(session, account, container) : []
      for (const object of names) await store.open(deleteObject, { path: { account, container, object } })
      await store.call(deleteContainer, { path: { account, container } })
    })
    return nothing
  },
})

const list = command({
  words: 'container list',
  summary: 'List containers',
  calls: [inObjectStore(listContainers)],
  output: 'list',
  options: listingOptions('containers'),
  run: async (session, { long, ...asked }) => {
    const account = await accountOf(session)
    const rows = await listed(asked, (query) =>
      session.api['object-store'].open(listContainers, { path: { account }, query }),
    )
    return listOf({ Name: 'name', ...(long ? { Bytes: 'bytes', Count: 'count' } : {}) }, rows)
  },
})

/** Whether an object's name, used as a path, would write outside the working directory. */
const leadsOutside = (name: string): boolean => isAbsolute(name) || normalize(name).split('/').includes('..')

const save = command({
  words: 'container save',
  summary: 'Save container contents locally',
  calls: [inObjectStore(listObjects)],
  output: 'none',
  positionals: { container: one('<container>', 'Container to save') },
  run: async (session, { container }) => {
    const account = await accountOf(session)
    const names = await namesIn(session, account, container)
    const outside = names.find(leadsOutside)
    if (outside !== undefined)
      throw new CliError(
        `The object '${outside}' would be written outside of this folder; nothing was saved.`,
      )
    for (const object of names) await saveObject(session, { account, container, object }, object)
    return nothing
  },
})

const figures = {
  object_count: 'x-container-object-count',
  bytes_used: 'x-container-bytes-used',
  storage_policy: 'x-storage-policy',
  read_acl: 'x-container-read',
  write_acl: 'x-container-write',
  sync_to: 'x-container-sync-to',
  sync_key: 'x-container-sync-key',
}

const show = command({
  words: 'container show',
  summary: 'Display container details',
  calls: [inObjectStore(showContainer)],
  output: 'one',
  positionals: { container: one('<container>', 'Container to display') },
  run: async (session, { container }) => {
    const account = await accountOf(session)
    const { headers } = await session.api['object-store'].answer(showContainer, {
      path: { account, container },
    })
    const own = propertiesIn('Container', headers)
    const shown = Object.keys(own).length === 0 ? {} : { properties: recordCell(own) }
    return everyField({ account, container, ...said(figures, headers), ...shown })
  },
})

const set = command({
  words: 'container set',
  summary: 'Set container properties',
  calls: [inObjectStore(changeContainer)],
  output: 'none',
  positionals: { container: one('<container>', 'Container to modify') },
  options: {
    property: properties('Set a property on this container (repeat option to set multiple properties)'),
  },
  run: async (session, { container, property }) => {
    const path = { account: await accountOf(session), container }
    const headers = headersOf('Container', property)
    await session.api['object-store'].call(changeContainer, { path, headers })
    return nothing
  },
})

const unset = command({
  words: 'container unset',
  summary: 'Unset container properties',
  calls: [inObjectStore(changeContainer)],
  output: 'none',
  positionals: { container: one('<container>', 'Container to modify') },
  options: {
    property: listOption(
      '<key>',
      'Property to remove from container (repeat option to remove multiple properties)',
    ),
  },
  run: async (session, { container, property }) => {
    const path = { account: await accountOf(session), container }
    const headers = removing('Container', property)
    await session.api['object-store'].call(changeContainer, { path, headers })
    return nothing
  },
})

export const containerCommands = [create, remove, list, save, set, show, unset]
