import { goldenSql, goldenStore } from '@nimbo/db/golden-sql.testing'
import { accounts } from './accounts.ts'
import { blobsInDoubt } from './blobs-in-doubt.ts'
import { containers } from './containers.ts'
import { findObject } from './find-object.ts'
import { listContainers } from './list-containers.ts'
import { listObjects } from './list-objects.ts'
import { listVersions } from './list-versions.ts'
import type { ListingQuery } from './listing.ts'
import { objects, type StoredObject } from './objects.ts'
import { reconFigures } from './recon-figures.ts'
import { smallBytes } from './small-bytes.ts'
import { storedBlobs } from './stored-blobs.ts'
import { syncChanges } from './sync-changes.ts'
import type { SwiftTables } from './tables.ts'
import { uploadsInDoubt } from './uploads-in-doubt.ts'
import { versions } from './versions.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'

const all: ListingQuery = { prefix: '', delimiter: '', marker: '', endMarker: '', reverse: false, limit: 10 }
const some: ListingQuery = {
  ...all,
  prefix: 'photos/',
  delimiter: '/',
  marker: 'photos/b',
  endMarker: 'photos/x',
}

const object: StoredObject = {
  ...{ containerId: 'c', name: 'a', timestamp: now, etag: 'e', size: 1, contentType: 'text/plain' },
  ...{ headers: {}, kind: 'bytes', blob: 'b', deleteAt: null, versionId: null },
}

goldenStore(url, 'accounts', accounts, {
  find: (of) => of.find('a'),
  create: (of) => of.create({ name: 'a', createdAt: now, metadata: {} }),
  take: (of) => of.take('a'),
  setMetadata: (of) => of.setMetadata('a', {}),
  remove: (of) => of.remove('a'),
  totals: { finds: [{ containers: 1 }], run: (of) => of.totals(['a']) },
  totalsByPolicy: (of) => of.totalsByPolicy('a'),
})

goldenStore(url, 'blobs-in-doubt', blobsInDoubt, {
  add: (of) => of.add('b', now),
  prolong: (of) => of.prolong('b', now),
  settle: (of) => of.settle('b'),
  forget: (of) => of.forget('b'),
  before: (of) => of.before(now, 10),
  abandon: (of) => of.abandon({ id: 'b', until: now }),
})

goldenStore(url, 'containers', containers, {
  find: (of) => of.find('a', 'photos'),
  withId: (of) => of.withId('c'),
  named: (of) => of.named('photos', 10),
  withMetadata: (of) => of.withMetadata('x-container-sysmeta-a', 'c', 10),
  create: (of) =>
    of.create({
      ...{ id: 'c', account: 'a', name: 'photos', createdAt: now, updatedAt: now, metadata: {} },
      ...{ policy: 'Policy-0', objectCount: 0, bytesUsed: 0 },
    }),
  setMetadata: (of) => of.setMetadata('c', {}, now),
  take: (of) => of.take('c'),
  count: (of) => of.count('c', { objects: 1, bytes: -1 }),
  removeEmpty: (of) => of.removeEmpty('c'),
})

goldenStore(url, 'recon-figures', reconFigures, {
  put: (of) => of.put('object_auditor_stats_ALL', { passes: 1 }),
  find: (of) => of.find('object_auditor_stats_ALL'),
})

goldenStore(url, 'small-bytes', smallBytes, {
  add: (of) => of.add('b', new Uint8Array()),
  find: (of) => of.find('b'),
  setAside: (of) => of.setAside('b'),
  remove: (of) => of.remove('b'),
})

goldenStore(url, 'stored-blobs', storedBlobs, {
  current: (of) => of.current({ containerId: 'c', name: 'a', versionId: '' }, 10),
  older: (of) => of.older({ containerId: 'c', name: 'a', versionId: 'v' }, 10),
  has: (of) => of.has('b'),
})

goldenStore(url, 'sync-changes', syncChanges, {
  note: (of) => of.note({ containerId: 'c', name: 'a', timestamp: '1', isDeleted: true }),
  noteAll: (of) => of.noteAll('c'),
  find: (of) => of.find('c', 'a'),
  containers: (of) => of.containers(10),
  after: (of) => of.after('c', 'a', 10),
  settle: (of) => of.settle({ containerId: 'c', name: 'a', timestamp: '1', isDeleted: true }),
  forget: (of) => of.forget('c'),
})

goldenStore(url, 'objects', objects, {
  find: (of) => of.find('c', 'a'),
  insert: (of) => of.insert(object),
  describe: (of) => of.describe(object),
  remove: (of) => of.remove('c', 'a'),
  lastWith: (of) => of.lastWith('c', 'photos/'),
  names: (of) => of.names('c', 10),
  expiredIn: (of) => of.expiredIn('c', 1, 10),
  expiredBefore: (of) => of.expiredBefore(1, 10),
})

goldenStore(url, 'uploads-in-doubt', uploadsInDoubt, {
  add: (of) => of.add({ id: 'u', account: 'a', bucket: 'photos', key: 'a' }),
  after: (of) => of.after('u', 10),
  forget: (of) => of.forget('u'),
})

goldenStore(url, 'versions', versions, {
  find: (of) => of.find('c', 'a', 'v'),
  insert: (of) => of.insert({ ...object, versionId: 'v', isMarker: false }),
  remove: (of) => of.remove('c', 'a', 'v'),
  some: (of) => of.some('c', 10),
  ofUpload: (of) => of.ofUpload('c', 'a', 'u'),
})

goldenSql<typeof import('./find-object.ts'), SwiftTables>(url, 'find-object', {
  findObject: (db) => findObject(db, { account: 'a', container: 'photos', name: 'a' }),
})

goldenSql<typeof import('./list-containers.ts'), SwiftTables>(url, 'list-containers', {
  listContainers: async (db) => {
    await listContainers(db, 'a', all)
    await listContainers(db, 'a', { ...some, reverse: true })
  },
})

goldenSql<typeof import('./list-objects.ts'), SwiftTables>(url, 'list-objects', {
  listObjects: async (db) => {
    await listObjects(db, 'c', all, 1)
    await listObjects(db, 'c', { ...some, reverse: true }, 1)
  },
})

goldenSql<typeof import('./list-versions.ts'), SwiftTables>(url, 'list-versions', {
  listVersions: {
    finds: [{ name: 'a', timestamp: now, headers: '{}' }],
    run: (db) => listVersions(db, 'c', { ...all, marker: 'a' }, 'v'),
  },
})
