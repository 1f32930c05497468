import { goldenSql } from '@nimbo/db/golden-sql.testing'
import * as acls from './acls.ts'
import * as consumers from './consumers.ts'
import * as containers from './containers.ts'
import * as expired from './expired-secrets.ts'
import * as orders from './orders.ts'
import * as stores from './preferred-stores.ts'
import * as keks from './project-keks.ts'
import * as quotas from './quotas.ts'
import * as resealed from './resealed-secrets.ts'
import * as secrets from './secrets.ts'
import type { Container, KeyTables, Order, ProjectKek, Secret } from './tables.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const ids = ['a', 'b']
const page = { offset: 20, limit: 10 }
const total = [{ total: 1 }]
const owned = { id: 'a', project_id: 'p', creator_id: 'u', status: 'ACTIVE', created: now, updated: now }
const used = { id: 'a', project_id: 'p', created: now }

const secret: Secret = {
  ...{ ...owned, name: 'n', secret_type: 'opaque', expiration: null, algorithm: null, bit_length: null },
  ...{ mode: null, content_type: 'text/plain', kek_id: 'k', sealed: 's' },
}
const container: Container = { ...owned, name: 'n', type: 'generic' }
const held = { container_id: 'c', secret_id: 's', name: '', position: 0 }
const order: Order = {
  ...{ ...owned, type: 'key', meta: '{}', secret_id: null, container_id: null },
  ...{ error_status_code: null, error_reason: null },
}
const kek: ProjectKek = { id: 'k', project_id: 'p', master_id: 'm', sealed: 's', created: now }
const resource = { service: 'volume', resource_type: 'volume', resource_id: 'v' }
const user = { name: 'n', url: 'https://u' }

goldenSql<typeof acls, KeyTables>(url, 'acls', {
  findAcl: { finds: [{ project_access: 1 }], run: (db) => acls.findAcl(db, 'a') },
  removeAcl: (db) => acls.removeAcl(db, 'a'),
  putAcl: (db) => acls.putAcl(db, 'a', { projectAccess: true, users: ids, created: now, updated: now }),
})

goldenSql<typeof consumers, KeyTables>(url, 'consumers', {
  insertSecretConsumer: (db) => consumers.insertSecretConsumer(db, { ...used, ...resource, secret_id: 's' }),
  insertContainerConsumer: (db) =>
    consumers.insertContainerConsumer(db, { ...used, ...user, container_id: 'c' }),
  findSecretConsumer: (db) => consumers.findSecretConsumer(db, 's', resource),
  findContainerConsumer: (db) => consumers.findContainerConsumer(db, 'c', user),
  containerConsumerById: (db) => consumers.containerConsumerById(db, 'c', 'a'),
  deleteConsumer: (db) => consumers.deleteConsumer(db, 'secret_consumers', 'a'),
  listSecretConsumers: { finds: total, run: (db) => consumers.listSecretConsumers(db, 's', page) },
  listContainerConsumers: { finds: total, run: (db) => consumers.listContainerConsumers(db, 'c', page) },
})

goldenSql<typeof containers, KeyTables>(url, 'containers', {
  insertContainer: (db) => containers.insertContainer(db, container, [held]),
  findContainer: (db) => containers.findContainer(db, 'a'),
  takeContainer: (db) => containers.takeContainer(db, 'a'),
  deleteContainer: (db) => containers.deleteContainer(db, 'a'),
  listContainers: {
    finds: total,
    run: (db) => containers.listContainers(db, { projectId: 'p', name: 'n', type: 'rsa' }, page),
  },
  secretsIn: (db) => containers.secretsIn(db, ids),
  consumersOfContainers: (db) => containers.consumersOfContainers(db, ids),
  putSecretIn: (db) => containers.putSecretIn(db, held),
  takeSecretOut: (db) => containers.takeSecretOut(db, held),
})

goldenSql<typeof orders, KeyTables>(url, 'orders', {
  insertOrder: (db) => orders.insertOrder(db, order),
  findOrder: (db) => orders.findOrder(db, 'p', 'a'),
  deleteOrder: (db) => orders.deleteOrder(db, 'a'),
  listOrders: { finds: total, run: (db) => orders.listOrders(db, 'p', 'name', page) },
})

goldenSql<typeof stores, KeyTables>(url, 'preferred-stores', {
  prefersStore: (db) => stores.prefersStore(db, 'p'),
  preferStore: (db) => stores.preferStore(db, 'p', 's'),
  preferNoStore: (db) => stores.preferNoStore(db, 'p'),
})

goldenSql<typeof keks, KeyTables>(url, 'project-keks', {
  newestKek: (db) => keks.newestKek(db, 'p'),
  findKek: (db) => keks.findKek(db, 'k'),
  insertKek: (db) => keks.insertKek(db, kek),
  keksNotSealedBy: (db) => keks.keksNotSealedBy(db, 'm', 10),
  resealKek: (db) => keks.resealKek(db, kek, kek),
  isSealedBy: (db) => keks.isSealedBy(db, 'm'),
})

goldenSql<typeof quotas, KeyTables>(url, 'quotas', {
  quotasOf: (db) => quotas.quotasOf(db, 'p'),
  listQuotas: { finds: total, run: (db) => quotas.listQuotas(db, page) },
  putQuotas: (db) =>
    quotas.putQuotas(db, {
      ...{ project_id: 'p', secrets: 1, orders: null, containers: null, consumers: null, cas: null },
    }),
  removeQuotas: (db) => quotas.removeQuotas(db, 'p'),
  countOf: { finds: total, run: (db) => quotas.countOf(db, 'consumers', ['p']) },
})

goldenSql<typeof resealed, KeyTables>(url, 'resealed-secrets', {
  secretsNotSealedBy: (db) => resealed.secretsNotSealedBy(db, 'p', 'k', 10),
  resealSecret: (db) =>
    resealed.resealSecret(db, { id: 'a', kek_id: 'k', sealed: 's' }, { kek_id: 'l', sealed: 't' }),
})

goldenSql<typeof expired, KeyTables>(url, 'expired-secrets', {
  secretsExpired: (db) => expired.secretsExpired(db, now, 10),
})

goldenSql<typeof secrets, KeyTables>(url, 'secrets', {
  insertSecret: (db) => secrets.insertSecret(db, secret),
  findSecret: (db) => secrets.findSecret(db, 'a', now),
  takeSecret: (db) => secrets.takeSecret(db, 'a'),
  fillSecret: (db) =>
    secrets.fillSecret(db, 'a', { content_type: 'text/plain', kek_id: 'k', sealed: 's', updated: now }),
  deleteSecret: (db) => secrets.deleteSecret(db, 'a'),
  listSecrets: {
    finds: total,
    run: (db) => secrets.listSecrets(db, [], [{ column: 'created', direction: 'desc' }], page),
  },
  consumersOfSecrets: (db) => secrets.consumersOfSecrets(db, ids),
  metadataOf: (db) => secrets.metadataOf(db, 's'),
  setMetadata: (db) => secrets.setMetadata(db, 's', 'k', 'v'),
  removeMetadata: (db) => secrets.removeMetadata(db, 's', 'k'),
})
