import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import { allOrNone } from '@nimbo/db/all-or-none'
import { syncCommits } from '@nimbo/db/sync-commits'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Hashing } from '@nimbo/trace/thread/hashing'
import type { Kysely } from 'kysely'
import type { SwiftConfig } from '../config.ts'
import { type Accounts, accounts } from '../db/accounts.ts'
import { type BlobsInDoubt, blobsInDoubt } from '../db/blobs-in-doubt.ts'
import { type Containers, containers } from '../db/containers.ts'
import { findObject, type FoundObject } from '../db/find-object.ts'
import { listContainers } from '../db/list-containers.ts'
import type { Listed, ListingQuery } from '../db/listing.ts'
import { listObjects } from '../db/list-objects.ts'
import { type Objects, objects, type StoredObject } from '../db/objects.ts'
import type { Container } from '../db/containers.ts'
import { type ListedVersion, listVersions } from '../db/list-versions.ts'
import { type ReconFigures, reconFigures } from '../db/recon-figures.ts'
import { type SmallBytes, smallBytes } from '../db/small-bytes.ts'
import { type StoredBlobs, storedBlobs } from '../db/stored-blobs.ts'
import { type SyncChanges, syncChanges } from '../db/sync-changes.ts'
import type { SwiftTables } from '../db/tables.ts'
import { type UploadsInDoubt, uploadsInDoubt } from '../db/uploads-in-doubt.ts'
import { type Versions, versions } from '../db/versions.ts'
import type { ObjectBytes } from '../driver/object-bytes.ts'
import type { StoragePolicy } from '../driver/storage-policy.ts'
import { encryptedBytes, encryptedPiece } from './encryption/encrypted-bytes.ts'
import { rootSecretsOf } from './encryption/root-secrets-of.ts'
import { type Seal, sealBy, sealedObjects, sealedVersions } from './encryption/sealed-records.ts'
import { defaultPolicy } from './storage/find-policy.ts'
import { policyBytes } from './storage/policy-bytes.ts'
import { rowBytes } from './storage/row-bytes.ts'
import { realmsIn } from './sync/realms-in.ts'
import type { Realms } from '../domain/sync/realms.ts'
import type { RequestMeter } from './request-meter.ts'
import { shownBytes, shownRows } from './shown-bytes.ts'

/** The repositories of accounts, containers and objects. */
export interface SwiftRecords {
  readonly accounts: Accounts
  readonly containers: Containers
  readonly objects: Objects
  readonly versions: Versions
  readonly blobsInDoubt: BlobsInDoubt
  readonly uploadsInDoubt: UploadsInDoubt
  readonly smallBytes: SmallBytes
  readonly syncChanges: SyncChanges
}

/** The dependencies of the object store's operations. */
export interface SwiftApp extends SwiftRecords {
  readonly bytes: ObjectBytes
  /** All bytes of a small object as `bytes` would store them under this name. */
  encrypted(name: string, all: Uint8Array): Uint8Array
  readonly clock: Clock
  readonly log: Log
  readonly config: SwiftConfig
  readonly policies: readonly StoragePolicy[]
  readonly storedBlobs: StoredBlobs
  /** Decrypts a row of `storedBlobs`. Throws if its root secret is not configured. */
  opened(object: StoredObject): StoredObject
  readonly reconFigures: ReconFigures
  /** The realms and clusters that containers may be synchronized with. */
  realms(): Realms
  /** The id of the root secret that encrypts new objects, which may be empty; undefined if encryption is off. */
  readonly activeSecret: string | undefined
  /** Computes the digests of uploads that do not fit into memory, in a thread of its own. */
  readonly hashing: Hashing
  /** Emits a notification for each request; undefined if that is off. */
  readonly meter?: RequestMeter | undefined
  /** Unified limits in Keystone. */
  readonly unified: UnifiedLimits
  /** An object with its container; undefined if either of them does not exist. */
  findObject(account: string, container: string, name: string): Promise<FoundObject | undefined>
  listContainers(account: string, query: ListingQuery): Promise<readonly Listed<Container>[]>
  listObjects(containerId: string, query: ListingQuery): Promise<readonly Listed<StoredObject>[]>
  listVersions(
    containerId: string,
    query: ListingQuery,
    versionMarker: string,
  ): Promise<readonly Listed<ListedVersion>[]>
  /** Runs `work` in a transaction. */
  unit<Result>(work: (records: SwiftRecords) => Promise<Result>): Promise<Result>
  /** Resolves when all transactions that were committed so far survive a power failure. */
  syncCommits(): Promise<void>
}

type SwiftAppDeps = Pick<SwiftApp, 'policies' | 'clock' | 'log' | 'config' | 'unified' | 'meter' | 'hashing'>

const recordsOn = (db: Kysely<SwiftTables>, seal: Seal | undefined): SwiftRecords => ({
  accounts: accounts(db),
  containers: containers(db),
  objects: seal ? sealedObjects(objects(db), seal) : objects(db),
  versions: seal ? sealedVersions(versions(db), seal) : versions(db),
  blobsInDoubt: blobsInDoubt(db),
  uploadsInDoubt: uploadsInDoubt(db),
  smallBytes: shownRows(smallBytes(db)),
  syncChanges: syncChanges(db),
})

/** With a single policy the calls go directly to its driver. */
const driverOf = (policies: readonly StoragePolicy[]): ObjectBytes =>
  policies.length === 1 ? defaultPolicy(policies).bytes : policyBytes(policies)

export const swiftApp = (db: Kysely<SwiftTables>, deps: SwiftAppDeps): SwiftApp => {
  const secrets = rootSecretsOf(deps.config)
  const seal = secrets && sealBy(secrets)
  return {
    ...deps,
    realms: realmsIn(deps.config.DEFAULT.swift_dir, deps),
    activeSecret: secrets?.active,
    bytes: shownBytes(encryptedBytes(rowBytes(driverOf(deps.policies), smallBytes(db)), secrets)),
    encrypted: (name, piece) => encryptedPiece(secrets, name, piece),
    ...recordsOn(db, seal),
    storedBlobs: storedBlobs(db),
    opened: (object) => (seal ? seal.open(object.containerId, object) : object),
    reconFigures: reconFigures(db),
    findObject: async (account, container, name) => {
      const found = await findObject(db, { account, container, name })
      return found && seal ? { ...found, object: seal.open(found.container.id, found.object) } : found
    },
    listContainers: (account, query) => listContainers(db, account, query),
    listObjects: async (containerId, query) => {
      const listed = await listObjects(db, containerId, query, Math.floor(deps.clock.now() / 1000))
      return seal ? seal.openListed(containerId, listed) : listed
    },
    listVersions: async (containerId, query, versionMarker) => {
      const listed = await listVersions(db, containerId, query, versionMarker)
      return seal ? seal.openListed(containerId, listed) : listed
    },
    unit: (work) => allOrNone(db, (trx) => work(recordsOn(trx, seal))),
    syncCommits: () => syncCommits(db),
  }
}
