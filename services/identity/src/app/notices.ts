import { authenticated, federatedAuthenticated } from '@nimbo/contracts/identity/notifications/authentication'
import { identityNotifications } from '@nimbo/contracts/identity/notifications/resources'
import { roleAssignmentNotifications } from '@nimbo/contracts/identity/notifications/role-assignments'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import { type Stores, storesOf } from '../db/stores.ts'
import type { IdentityTables } from '../db/tables.ts'
import { type Asker, type Audited, cadfEvent, type Federated } from '../domain/cadf.ts'
import type { RoleAssignment } from '../domain/records.ts'

type Kinds = typeof identityNotifications
type Kind = keyof Kinds

/** The kinds of records for which notifications are sent when a record is created, updated or deleted. */
export type NotifiedKind = { [Name in Kind]: Kinds[Name] extends Kinds['region'] ? Name : never }[Kind]

interface NoticesDeps {
  readonly db: Kysely<IdentityTables>
  readonly stores: Stores
  readonly clock: Clock
  readonly notifier: Notifier
  readonly format: 'basic' | 'cadf'
  /** Event types that are not sent (`notification_opt_out`); the event types of logins end with the outcome. */
  readonly optedOut: readonly string[]
}

/** Sends Keystone's notifications through the outbox, in the transaction of the change itself. */
export const notices = ({ db, stores, clock, notifier, format, optedOut }: NoticesDeps) => {
  const { tell, together, on } = notifier
  const event = (audited: Omit<Audited, 'id' | 'at'>) =>
    cadfEvent({ ...audited, id: newId<never>(), at: clock.now() })

  return {
    /** Whether notifications are enabled. */
    on,

    /** Runs a change and its notifications in one transaction. Without notifications a single statement needs no transaction. */
    unit: <Result>(work: (inside: Stores) => Promise<Result>): Promise<Result> =>
      together(db, (trx) => work(trx === db ? stores : storesOf(trx))),

    told: <Of extends Kind>(
      { over }: Stores,
      ctx: Context,
      kind: Of,
      verb: keyof Kinds[Of] & keyof Kinds['user'],
      id: string,
    ): Promise<void> => {
      const declared: Partial<Kinds['user']> = identityNotifications[kind]
      const notification = declared[verb]
      if (notification === undefined) throw new RangeError(`nothing is told of a ${kind} that is ${verb}`)
      return tell(over, ctx, notification, {
        resource: id,
        payload: () =>
          format === 'basic'
            ? { resource_info: id }
            : event({ ctx, kind, action: verb, outcome: 'success', resourceId: id }),
      })
    },

    granted: (
      { over }: Stores,
      ctx: Context,
      verb: keyof typeof roleAssignmentNotifications,
      assignment: RoleAssignment,
    ): Promise<void> => {
      const { actor_type, actor_id, target_type, target_id, role_id, inherited } = assignment
      return tell(over, ctx, roleAssignmentNotifications[verb], {
        resource: actor_id,
        payload: () => ({
          ...event({ ctx, kind: 'role_assignment', action: verb, outcome: 'success', resourceId: role_id }),
          [actor_type]: actor_id,
          ...(target_type === 'system' ? {} : { [target_type]: target_id }),
          role: role_id,
          inherited_to_projects: inherited,
        }),
      })
    },

    /** `identity.authenticate` for a login; the user is `unknown` if the login did not name one. */
    authenticated: async (
      ctx: Context,
      asker: Asker,
      outcome: 'success' | 'failure' | 'pending',
      userId: string | undefined,
    ): Promise<void> => {
      if (optedOut.includes(`${authenticated.eventType}.${outcome}`)) return
      const resourceId = userId ?? 'unknown'
      const known = userId === undefined ? ctx : { ...ctx, userId }
      await tell(db, ctx, authenticated, {
        resource: resourceId,
        payload: () =>
          event({ ctx: known, asker, kind: 'user', action: 'authenticate', outcome, resourceId }),
      })
    },

    /** `identity.authenticate` for a federated login, also for one that was refused. */
    vouchedFor: async (
      { over }: Stores,
      ctx: Context,
      outcome: 'success' | 'failure',
      federated: Federated,
      userId?: string,
    ): Promise<void> => {
      if (optedOut.includes(`${federatedAuthenticated.eventType}.${outcome}`)) return
      const resourceId = userId ?? 'unknown'
      const known = userId === undefined ? ctx : { ...ctx, userId }
      await tell(over, ctx, federatedAuthenticated, {
        resource: resourceId,
        payload: () =>
          event({ ctx: known, federated, kind: 'user', action: 'authenticate', outcome, resourceId }),
      })
    },
  }
}

export type Notices = ReturnType<typeof notices>
