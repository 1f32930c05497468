import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Hashing } from '@nimbo/trace/thread/hashing'
import type { Kysely } from 'kysely'
import type { GlanceConfig } from '../config.ts'
import type { ImageTables } from '../db/tables.ts'
import { errors } from '../errors.ts'
import type { ImageCache } from '../resources/cache/image-cache.ts'
import { type Uploads, uploads } from '../resources/data/uploads.ts'
import type { Image } from '../resources/image/image.ts'
import { type Images, images, type Viewer } from '../resources/image/images.ts'
import { type Imports, imports } from '../resources/import/imports.ts'
import { type Members, members } from '../resources/member/members.ts'
import { type MetadefNotices, metadefNotices } from '../resources/metadef/metadef-notices.ts'
import { type Metadefs, metadefs } from '../resources/metadef/metadefs.ts'
import { type Tasks, tasks } from '../resources/task/tasks.ts'
import type { ImageQuota } from '../resources/usage/image-quota.ts'
import { type ImageNotices, imageNotices } from './image-notices.ts'
import type { RemoteGlances } from '../resources/import/remote-glances.ts'
import type { ImageStores } from './image-stores.ts'

/** The dependencies of the operations of the image API. */
export interface ImageApp {
  readonly images: Images
  readonly members: Members
  readonly uploads: Uploads
  readonly tasks: Tasks
  readonly metadefs: Metadefs
  readonly metadefNotices: MetadefNotices
  readonly imports: Imports
  readonly stores: ImageStores
  readonly hashing: Hashing
  /** The key manager, called in the name of this service; it stores the keys of images of encrypted volumes. */
  readonly keys: Pick<KeyManagerClient, 'named' | 'remove'>
  readonly quota: ImageQuota
  /** The Glances of other regions, for glance-download. */
  readonly remotes: RemoteGlances
  /** The image cache of this host, if enabled. */
  readonly cache: ImageCache | undefined
  readonly clock: Clock
  readonly log: Log
  /** Whether policy makes the caller an administrator of images. */
  readonly isAdmin: (ctx: Context) => boolean
  readonly config: GlanceConfig
  /** Emits notifications of changes. */
  readonly notices: ImageNotices
  /**
   * Runs the work in a transaction if notifications are enabled, so that changes and notifications are written together;
   * otherwise a single change needs no transaction.
   */
  unit<Result>(work: (inside: ImageApp) => Promise<Result>): Promise<Result>
  /** Runs the work in a transaction, whether notifications are enabled or not. */
  inOne<Result>(work: (inside: ImageApp) => Promise<Result>): Promise<Result>
  /** The database, or the transaction of `unit` or `inOne`. */
  readonly db: Kysely<ImageTables>
  /** Starts a flow that was just inserted. */
  wake(flow: FlowId): void
}

interface ImageAppDeps
  extends Pick<
    ImageApp,
    | 'config'
    | 'stores'
    | 'clock'
    | 'log'
    | 'isAdmin'
    | 'wake'
    | 'hashing'
    | 'keys'
    | 'cache'
    | 'quota'
    | 'remotes'
  > {
  readonly notifier: Notifier
}

export const imageApp = (db: Kysely<ImageTables>, deps: ImageAppDeps): ImageApp => {
  const { notifier, ...given } = deps
  const app: ImageApp = {
    images: images(db),
    members: members(db),
    uploads: uploads(db),
    tasks: tasks(db),
    metadefs: metadefs(db),
    metadefNotices: metadefNotices(db, notifier, deps.clock),
    imports: imports(db),
    notices: imageNotices(db, notifier, deps.clock),
    db,
    inOne: (work) => inTransaction(db, (trx) => work(imageApp(trx, deps))),
    unit: (work) => notifier.together(db, (inside) => work(inside === db ? app : imageApp(inside, deps))),
    ...given,
  }
  return app
}

export const viewerOf = (app: ImageApp, ctx: Context): Viewer => ({
  projectId: ctx.projectId,
  isAdmin: app.isAdmin(ctx),
})

/** Finds an image that the caller may see; throws `ImageNotFound` otherwise. */
export const needImage = async (app: ImageApp, ctx: Context, id: string): Promise<Image> => {
  const image = await app.images.find(id, viewerOf(app, ctx))
  if (!image) throw errors.ImageNotFound({ id })
  return image
}

/** The target of policy checks on an image. */
export const policyTarget = (image: Image): Readonly<Record<string, unknown>> => ({
  project_id: image.owner,
  owner: image.owner,
  visibility: image.visibility,
  image_id: image.id,
})
