import type { Kind, Of, Plain } from './describe/kind.ts'

/** A resource before and after an update. */
export interface Change<K extends Kind> {
  readonly before: Of<K>
  readonly after: Of<K>
}

/** The argument of hooks at each moment of a resource's life. */
interface Subjects<K extends Kind> {
  readonly created: Of<K>
  readonly updated: Change<K>
  readonly beforeDelete: Plain<K>
  readonly deleted: Plain<K>
}

type Moment = keyof Subjects<Kind>

/** Code of one kind of resource that runs at a change of another kind; it throws to refuse the change. */
export interface Hook<Inside> {
  readonly moment: Moment
  readonly kind: Kind
  readonly run: (inside: Inside, subject: never) => Promise<void>
}

const hookAt =
  <M extends Moment>(moment: M) =>
  <Inside, K extends Kind>(
    kind: K,
    run: (inside: Inside, subject: Subjects<NoInfer<K>>[M]) => Promise<void>,
  ): Hook<Inside> => ({ moment, kind, run })

export const before = { delete: hookAt('beforeDelete') }
export const after = { create: hookAt('created'), update: hookAt('updated'), delete: hookAt('deleted') }

/** Runs a service's hooks in the transaction of the change. */
export interface Hooks<Inside> {
  run<K extends Kind, M extends Moment>(
    moment: M,
    kind: K,
    inside: Inside,
    subject: Subjects<K>[M],
  ): Promise<void>
}

/**
 * The hooks of a service, which are run in the order in which they are listed, to the first that refuses. All are in one file,
 * where a new kind adds its hooks on existing kinds, so that those need not know the new one:
 *
 * ```ts
 * export const hooks = hooksOf([
 *   before.delete(subnet, refuseWhileRouted),
 *   after.create(subnet, serveDhcpOnItsNetwork),
 * ])
 * ```
 */
export const hooksOf = <Inside>(listed: readonly Hook<Inside>[]): Hooks<Inside> => {
  const known: Record<Moment, Map<string, Hook<Inside>['run'][]>> = {
    created: new Map(),
    updated: new Map(),
    beforeDelete: new Map(),
    deleted: new Map(),
  }
  for (const { moment, kind, run } of listed)
    known[moment].set(kind.name, [...(known[moment].get(kind.name) ?? []), run])
  return {
    run: async (moment, { name }, inside, subject) => {
      // Safe: the hook was registered for this moment and kind.
      for (const run of known[moment].get(name) ?? []) await run(inside, subject as never)
    },
  }
}
