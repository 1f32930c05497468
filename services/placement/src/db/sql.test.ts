import { goldenSql } from '@nimbo/db/golden-sql.testing'
import type { RequestGroup } from '../domain/request-group.ts'
import { deleteAllocations, deleteConsumer, insertAllocations, insertConsumer } from './allocations.ts'
import { findCandidates, findFitting, findTrees } from './candidates.ts'
import { factsOfProviders, factsOfTrees } from './provider-facts.ts'
import { areAllAlone, sharersByRoot } from './provider-trees.ts'
import {
  bumpGeneration,
  findProvider,
  findProviders,
  inventoriesOf,
  needProvider,
  touchProvider,
  traitsOf,
  usagesOf,
  usedInventoriesOf,
} from './providers.ts'
import type { PlacementTables } from './tables.ts'
import { providersHeldBy, takeConsumers, takeProviders } from './taken-rows.ts'

const now = '2026-01-31T12:00:00Z'
const ids = ['a', 'b']
const times = { created_at: now, updated_at: now }
const provider = { ...times, id: 'a', name: 'a', parent_id: null, root_id: 'a', generation: 0 }
const consumer = { ...times, id: 'c', project_id: 'p', user_id: 'u', consumer_type: null, generation: 0 }

const plain: RequestGroup = {
  resources: new Map([['VCPU', 1]]),
  requiredTraits: [],
  forbiddenTraits: [],
  memberOf: [],
  forbiddenAggregates: [],
}
const demanding: RequestGroup = {
  resources: new Map([
    ['VCPU', 1],
    ['MEMORY_MB', 512],
  ]),
  requiredTraits: [['HW_CPU_X86_AVX', 'HW_CPU_X86_AVX2'], ['STORAGE_DISK_SSD']],
  forbiddenTraits: ['COMPUTE_STATUS_DISABLED'],
  memberOf: [['x', 'y']],
  forbiddenAggregates: ['z'],
  inTree: 'a',
}

goldenSql<typeof import('./allocations.ts'), PlacementTables>(import.meta.url, 'allocations', {
  insertAllocations: (db) =>
    insertAllocations(db, {
      rows: ids.map((id) => ({ consumer_id: 'c', provider_id: id, resource_class: 'VCPU', used: 1 })),
    }),
  deleteAllocations: (db) => deleteAllocations(db, { consumerId: 'c' }),
  insertConsumer: (db) => insertConsumer(db, { row: consumer }),
  deleteConsumer: (db) => deleteConsumer(db, { consumerId: 'c' }),
})

goldenSql<typeof import('./candidates.ts'), PlacementTables>(import.meta.url, 'candidates', {
  findCandidates: async (db) => {
    await findCandidates(db, plain, { limit: 10, aggregatesOf: 'provider' })
    await findCandidates(db, demanding, { limit: 10, aggregatesOf: 'root too' })
    const within = { rootIds: ids, providerIds: ['s'] }
    await findCandidates(db, plain, { limit: 10, aggregatesOf: 'provider', within })
  },
  findFitting: async (db) => {
    await findFitting(db, plain, { after: undefined, limit: 10 })
    await findFitting(db, demanding, { after: 'a', limit: 10 })
  },
  findTrees: async (db) => {
    const [one, other] = [plain, demanding].map((group) => ({ group, aggregatesOf: 'provider' as const }))
    if (!one || !other) return
    const root = { requiredTraits: [['A', 'B']], forbiddenTraits: ['C'] }
    await findTrees(db, {
      demands: [
        { ...one, sharerIds: [] },
        { ...other, sharerIds: ['s'] },
      ],
      ...{ root, treeOf: 'a', after: 'n', limit: 100 },
    })
  },
})

goldenSql<typeof import('./provider-facts.ts'), PlacementTables>(import.meta.url, 'provider-facts', {
  factsOfTrees: (db) => factsOfTrees(db, ids),
  factsOfProviders: (db) => factsOfProviders(db, [{ id: 'a', parentId: null, rootId: 'a' }]),
})

goldenSql<typeof import('./provider-trees.ts'), PlacementTables>(import.meta.url, 'provider-trees', {
  areAllAlone,
  sharersByRoot,
})

goldenSql<typeof import('./providers.ts'), PlacementTables>(import.meta.url, 'providers', {
  findProvider: (db) => findProvider(db, 'a'),
  findProviders: (db) => findProviders(db, ids),
  needProvider: (db) => needProvider(db, 'a'),
  bumpGeneration: (db) => bumpGeneration(db, provider, 0, now),
  touchProvider: (db) => touchProvider(db, provider, now),
  inventoriesOf: (db) => inventoriesOf(db, ids),
  usedInventoriesOf: (db) => usedInventoriesOf(db, ids),
  usagesOf: (db) => usagesOf(db, ids),
  traitsOf: (db) => traitsOf(db, ids),
})

goldenSql<typeof import('./taken-rows.ts'), PlacementTables>(import.meta.url, 'taken-rows', {
  takeConsumers: (db) => takeConsumers(db, ids),
  providersHeldBy: (db) => providersHeldBy(db, ids),
  takeProviders: (db) => takeProviders(db, ids, now),
})
