import { goldenStore } from '@nimbo/db/golden-sql.testing'
import type { Kysely } from 'kysely'
import { cachedImages } from '../resources/cache/cached-images.ts'
import { uploads } from '../resources/data/uploads.ts'
import type { Image } from '../resources/image/image.ts'
import { type ImageFilter, images } from '../resources/image/images.ts'
import { imports } from '../resources/import/imports.ts'
import { members } from '../resources/member/members.ts'
import { metadefs } from '../resources/metadef/metadefs.ts'
import { tasks } from '../resources/task/tasks.ts'
import { usages } from '../resources/usage/usages.ts'
import type { ImageRow, ImageTables, MetadefItemRow, NamespaceRow, TaskRow } from './tables.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const times = { created_at: now, updated_at: now }
const member = { projectId: 'p', isAdmin: false }
const admin = { projectId: undefined, isAdmin: true }

goldenStore(url, 'cached-images', (db: Kysely<ImageTables>) => cachedImages(db, 'n'), {
  list: (of) => of.list(),
  find: (of) => of.find('i'),
  queue: (of) => of.queue('i', now),
  filled: (of) => of.filled('i', { key: 'k', size: 1, now }),
  hit: (of) => of.hit('i', now),
  remove: (of) => of.remove('i'),
  orphans: (of) => of.orphans(),
  nodesOf: (of) => of.nodesOf('i'),
})

const upload = { imageId: 'i', id: 'u' }
const data = { size: 1, virtualSize: 1, checksum: 'c', hashValue: 'h' }
goldenStore(url, 'uploads', uploads, {
  begin: (of) => of.begin(upload, { status: 'saving', formats: image, now, until: now }),
  prolong: (of) => of.prolong(upload, now),
  stage: (of) => of.stage(upload, 1, now),
  complete: (of) => of.complete(upload, 'file', data, now),
  end: (of) => of.end({ ...upload, until: now }),
  abandon: (of) => of.abandon(upload),
  lapsedBefore: (of) => of.lapsedBefore(now, 10),
})

const image: Image = {
  ...{ id: 'i', name: 'n', status: 'queued', visibility: 'shared', owner: 'p', diskFormat: 'raw' },
  ...{ containerFormat: 'bare', minDisk: 0, minRam: 0, protected: false, hidden: false, size: null },
  ...{ virtualSize: null, checksum: null, hashValue: null, location: null, stores: [], staged: null },
  addresses: [],
  ...{ importTask: null, importingTo: null, failedImports: null, tags: [], properties: {} },
  ...{ createdAt: now, updatedAt: now },
}
const imageRow: ImageRow = {
  ...{ id: 'i', name: 'n', status: 'queued', visibility: 'shared', owner: 'p', disk_format: 'raw' },
  ...{ container_format: 'bare', min_disk: 0, min_ram: 0, protected: 0, hidden: 0, size: null },
  ...{ virtual_size: null, checksum: null, hash_value: null, tags: '[]', properties: '{}' },
  ...{ upload_id: null, upload_until: null, location: null, stores: '[]', staged: null },
  addresses: '[]',
  ...{ import_task: null, importing_to: null, failed_imports: null, ...times },
}
const all: ImageFilter = {
  ...{ memberStatus: 'accepted', hidden: false, equals: {}, numbers: {}, instants: [], tags: [] },
  properties: {},
}
const some: ImageFilter = {
  ...{ visibility: 'shared', memberStatus: 'pending', hidden: true, equals: { name: ['a', 'b'] } },
  ...{ numbers: { min_ram: 1 }, instants: [{ column: 'created_at', from: now, outside: true }] },
  ...{ sizeMin: 1, sizeMax: 2, tags: ['one'], properties: { os_type: 'linux' } },
}
const newestFirst = [
  { column: 'created_at', direction: 'desc' },
  { column: 'id', direction: 'desc' },
] as const
goldenStore(url, 'images', images, {
  find: async (of) => {
    await of.find('i', member)
    await of.find('i', admin)
  },
  findRow: (of) => of.findRow('i'),
  list: async (of) => {
    await of.list(member, all, { order: newestFirst, limit: 10, after: undefined })
    await of.list(member, some, { order: newestFirst, limit: 10, after: imageRow })
    await of.list(admin, { ...all, visibility: 'all' }, { order: newestFirst, limit: 10, after: undefined })
  },
  insert: (of) => of.insert(image),
  update: (of) => of.update({ ...image, name: 'm', tags: ['x'] }, image),
  relocate: (of) => of.relocate(image, image),
  remove: async (of) => {
    await of.remove(imageRow)
    await of.remove({ ...imageRow, location: 'k', staged: 's', upload_id: 'u' })
  },
  remember: (of) => of.remember('i', now),
  wasDeleted: (of) => of.wasDeleted('i'),
})

goldenStore(url, 'imports', imports, {
  begin: (of) => of.begin(image, 't', ['file'], now),
  progress: (of) => of.progress('i', 't', { waiting: ['file'], failed: [] }),
  complete: (of) => of.complete('i', 't', { key: 'k', stores: ['file'], data, now }),
  bringIn: (of) => of.bringIn('i', 't', { key: 'k', stores: ['file'], data, addresses: [], now }),
  giveUp: (of) => of.giveUp('i', 't', ['s'], now),
  release: (of) => of.release('i', 't', now),
  moveStores: (of) => of.moveStores('i', ['file'], ['fast']),
})

goldenStore(url, 'members', members, {
  list: (of) => of.list('i'),
  find: (of) => of.find('i', 'p'),
  insert: (of) => of.insert({ image_id: 'i', member_id: 'p', status: 'pending', ...times }),
  setStatus: (of) => of.setStatus('i', 'p', 'accepted', now),
  remove: (of) => of.remove('i', 'p'),
})

const namespace: NamespaceRow = {
  ...{ id: 'n', namespace: 'OS::Compute', display_name: null, description: null, visibility: 'public' },
  ...{ protected: 0, owner: 'p', ...times },
}
const item: MetadefItemRow = { namespace_id: 'n', kind: 'property', name: 'cpu', body: '{}', ...times }
const named = { namespaceId: 'n', kind: 'property', name: 'cpu' } as const
goldenStore(url, 'metadefs', metadefs, {
  namespace: (of) => of.namespace('OS::Compute', member),
  namespaces: async (of) => {
    const page = { sort: 'created_at', direction: 'desc', limit: 10 } as const
    await of.namespaces(admin, { ...page, resourceTypes: [], after: undefined })
    const resourceTypes = ['OS::Nova::Server']
    await of.namespaces(member, { ...page, visibility: 'public', resourceTypes, after: namespace })
  },
  insertNamespace: (of) => of.insertNamespace(namespace),
  updateNamespace: (of) => of.updateNamespace('n', { description: 'd', updated_at: now }),
  removeNamespace: (of) => of.removeNamespace('n'),
  items: async (of) => {
    await of.items(['n', 'o'])
    await of.items(['n'], 'tag')
  },
  item: (of) => of.item(named),
  insertItem: (of) => of.insertItem(item),
  insertItems: (of) => of.insertItems([item, { ...item, name: 'other' }]),
  updateItem: (of) => of.updateItem(named, { name: 'cpus', body: '{}', updated_at: now }),
  removeItem: (of) => of.removeItem(named),
  removeItems: (of) => of.removeItems('n', 'tag'),
  resourceTypes: (of) => of.resourceTypes(),
  ensureResourceType: (of) => of.ensureResourceType('OS::Nova::Server', now),
})

const task: TaskRow = {
  ...{ id: 't', type: 'import', status: 'pending', owner: 'p', user_id: 'u', request_id: 'r' },
  ...{ image_id: 'i', input: '{}', result: null, message: '', expires_at: null, ...times },
}
goldenStore(url, 'tasks', tasks, {
  insert: (of) => of.insert(task),
  find: (of) => of.find('t', now, member),
  list: async (of) => {
    const page = { sort: 'created_at', direction: 'desc', limit: 10 } as const
    await of.list(now, admin, { ...page, after: undefined })
    await of.list(now, member, { ...page, type: 'import', status: 'pending', after: task })
  },
  ofImage: (of) => of.ofImage('i', now, 10),
  begin: (of) => of.begin('t', now),
  end: (of) =>
    of.end('t', { status: 'success', message: '', result: '{}', expires_at: now, updated_at: now }),
  removeExpired: (of) => of.removeExpired(now),
})

goldenStore(url, 'usages', (db: Kysely<ImageTables>) => ({ ofProject: usages(db) }), {
  ofProject: (of) => of.ofProject(['p']),
})
